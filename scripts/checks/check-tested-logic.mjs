import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { ROOT } from "../lib-steps.mjs";

/*
 * Fails for a module of web/ with more than 50 lines of logic that no unit or component test imports, neither
 * directly nor through other modules. Logic is the lines in bodies of functions outside JSX. An import does not
 * prove that a test runs the lines: it finds the modules that certainly have no test.
 *
 * Not counted: Vite's configuration, which runs while we build, and the programs of frames and workers, which run
 * only in a browser, where the journeys test them.
 */

const maxLinesWithoutTest = 50;

const files = execFileSync("git", ["ls-files", "-z", "web"], { cwd: ROOT, encoding: "utf8" })
  .split("\0")
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"));
const known = new Set(files);
const sources = new Map(files.map((file) => [file, parse(file)]));

const isTest = (file) => /\.test\.tsx?$/.test(file);
const isForBuild = (file) => /^web\/[^/]+(\.config|-plugin)\.ts$/.test(file);
const isForTests = (file) => /^web\/testing\/|\.testing\.tsx?$/.test(file);

const reached = new Set();
const programs = new Set(files.flatMap(programsOf));
const waiting = files.filter(isTest);
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (reached.has(file)) continue;
  reached.add(file);
  waiting.push(...importsOf(file));
}

for (const [file, source] of sources) {
  if (reached.has(file) || isForBuild(file) || isForTests(file) || programs.has(file)) continue;
  const lines = logicLines(source);
  if (lines <= maxLinesWithoutTest) continue;
  console.error(`${file} has ${lines} lines of logic, and no unit or component test imports it.`);
  process.exitCode = 1;
}

function parse(file) {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const text = readFileSync(path.join(ROOT, file), "utf8");
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
}

/** The modules that are imported by a module as it runs. */
function importsOf(file) {
  const specifiers = [];
  const visit = (node) => {
    if ((ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly) || isValueExport(node))
      specifiers.push(node.moduleSpecifier.text);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      if (ts.isStringLiteral(node.arguments[0])) specifiers.push(node.arguments[0].text);
    }
    ts.forEachChild(node, visit);
  };
  visit(sources.get(file));
  return modulesAt(file, specifiers);
}

/** The modules that a module hands to a frame as a text (`?program`), or to a worker as an address. */
function programsOf(file) {
  const text = sources.get(file).text;
  const found = text.matchAll(/"(\.[^"]+\.ts)(?:\?program"|\?worker&url"|", import\.meta\.url)/g);
  return modulesAt(
    file,
    [...found].map(([, specifier]) => specifier),
  );
}

function modulesAt(file, specifiers) {
  return specifiers
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => path.join(path.dirname(file), specifier))
    .filter((imported) => known.has(imported));
}

function isValueExport(node) {
  return ts.isExportDeclaration(node) && !node.isTypeOnly && node.moduleSpecifier !== undefined;
}

/** How many lines are in the body of a function and not in JSX. */
function logicLines(source) {
  const lines = new Set();
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line;
  const eachLine = (node, act) => {
    for (let line = lineAt(node.getStart()); line <= lineAt(node.getEnd()); line += 1) act(line);
  };
  const removeMarkup = (node) => {
    if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) {
      eachLine(node, (line) => lines.delete(line));
      // A handler inside the markup is logic again.
      ts.forEachChild(node, addBlocks);
    } else ts.forEachChild(node, removeMarkup);
  };
  const addBlocks = (node) => {
    if (ts.isBlock(node)) {
      for (const statement of node.statements) eachLine(statement, (line) => lines.add(line));
      ts.forEachChild(node, removeMarkup);
    } else ts.forEachChild(node, addBlocks);
  };
  addBlocks(source);
  return lines.size;
}
