import { trustedTypesPolicies } from "@greenroom/contract/site/trusted-types.ts";

declare global {
  /** The button that was pressed before the page could respond. */
  var earlyPressTarget: HTMLElement | null | undefined;
}

/**
 * Ends every page. It starts the scripts that the server deferred (server/kernel/http/prerendered-pages.ts); without
 * deferred scripts it does nothing.
 * - It downloads them after the first paint, so that they are ready.
 * - It runs them when the visitor does something, or when the page has been loaded for a while and the
 *   browser is idle, because a visitor who only reads does not need them, and running them takes several
 *   tenths of a second on a slow phone. It runs one file at a time, so that the browser can respond in
 *   between, and the file that starts React last.
 * - If a file cannot be fetched, because the connection was gone for a moment, it tries again after 2 s, 4 s, 8 s and
 *   so on, and at each press. Otherwise no button of the page would ever respond.
 * - For a signed-in user it runs them at the first paint, because the header has other links. A tab in the
 *   background paints nothing, and runs them at once.
 * Until replayEarlyPress is called, it remembers which button was pressed and stops the event: React may already
 * listen, and the press would count twice. It also keeps the browser from submitting forms: our forms are sent by a
 * script, and a password must not appear in a URL. Only the prerendered page contains it; the browser's bundle does
 * not need it again.
 */
export const startupScript = import.meta.env.SSR
  ? `{
let isStarted=false;
let pause=1000;
const deferred=globalThis.trustedTypes?.createPolicy("${trustedTypesPolicies.deferredScripts}",{createScript:(text)=>text});
const files=[...document.querySelectorAll('link[rel="late-modulepreload"]')];
const load=()=>{
for(const link of files)link.rel="modulepreload";
};
const start=async()=>{
if(isStarted)return;
isStarted=true;
load();
for(const {href} of files){
if(href.includes("/entry.client"))continue;
try{await import(href)}catch{
isStarted=false;
setTimeout(start,pause*=2);
return;
}
await new Promise((resolve)=>setTimeout(resolve));
}
for(const late of document.querySelectorAll('script[type="late-module"]')){
const script=document.createElement("script");
script.type="module";
script.textContent=deferred?deferred.createScript(late.textContent):late.textContent;
document.head.append(script);
}
};
let signedIn=false;
try{signedIn=localStorage.getItem("greenroom.token")!==null}catch{}
const paint=signedIn?start:load;
if(document.hidden)start();
else{
try{new PerformanceObserver(paint).observe({type:"paint",buffered:true})}catch{}
for(const type of ["pointermove","pointerdown","touchstart","wheel","scroll","keydown","focusin","click"])addEventListener(type,start,{once:true,passive:true,capture:true});
addEventListener("load",()=>{
setTimeout(paint,500);
setTimeout(()=>globalThis.requestIdleCallback?requestIdleCallback(start,{timeout:2000}):start(),2500);
});
}
globalThis.earlyPressTarget=null;
addEventListener("click",(event)=>{
if(globalThis.earlyPressTarget===undefined)return;
start();
globalThis.earlyPressTarget=event.target.closest("button")??null;
if(!globalThis.earlyPressTarget)return;
event.preventDefault();
event.stopPropagation();
},true);
addEventListener("submit",(event)=>event.preventDefault());
}`.replaceAll("\n", "")
  : "";

/** Repeats a press that came too early. Call it when every part of the page responds. */
export function replayEarlyPress(): void {
  const pressed = globalThis.earlyPressTarget;
  globalThis.earlyPressTarget = undefined;
  if (pressed?.isConnected) pressed.click();
}
