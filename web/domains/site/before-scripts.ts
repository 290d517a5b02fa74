declare global {
  /** The button that was pressed before the page could answer. */
  var greenroomPressed: HTMLElement | null | undefined;
}

/**
 * Stands at the end of every page.
 * Wakes the scripts that the server has put to sleep there (server/http/static-site-paint.ts) as soon as something has
 * been painted; a tab in the background paints nothing, and has nothing to wait for. Where nothing sleeps, nothing happens.
 * Until they run it keeps in mind which button was pressed, and no form is sent as the browser would: all of ours are
 * sent by a script, and a password has no place in an address.
 * The page brings it; the browser's own copy of the site need not carry it a second time.
 */
export const beforeScripts = import.meta.env.SSR
  ? `{
let asleep=true;
const wake=()=>{
if(!asleep)return;
asleep=false;
for(const link of document.querySelectorAll('link[rel="late-modulepreload"]'))link.rel="modulepreload";
for(const late of document.querySelectorAll('script[type="late-module"]')){
const script=document.createElement("script");
script.type="module";
script.textContent=late.textContent;
document.head.append(script);
}
};
if(document.hidden)wake();
else{
try{new PerformanceObserver(wake).observe({type:"paint",buffered:true})}catch{}
addEventListener("load",()=>setTimeout(wake,500));
}
globalThis.greenroomPressed=null;
addEventListener("click",(event)=>{if(globalThis.greenroomPressed!==undefined)globalThis.greenroomPressed=event.target.closest("button")??null},true);
addEventListener("submit",(event)=>event.preventDefault());
}`.replaceAll("\n", "")
  : "";

/** Presses once more what was pressed too early. For when every part of the page answers. */
export function pressAgain(): void {
  const pressed = globalThis.greenroomPressed;
  globalThis.greenroomPressed = undefined;
  if (pressed?.isConnected) pressed.click();
}
