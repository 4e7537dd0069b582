#!/usr/bin/env node
/*
 * The command `steward`. An installed package needs Node 24 or later. A checkout starts under any Node from 20 on: it installs
 * what is missing and hands over to the Node 24 among its dependencies.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const source = new URL('workers/cli.ts', root);
const isCheckout = existsSync(source);
const cli = isCheckout ? source : new URL('dist/workers/cli.js', root);
const ownNode = fileURLToPath(
  new URL(`node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, root),
);
const semiSpace = '--max-semi-space-size';
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24;

const failure = isCheckout ? await install() : null;
if (failure !== null) fail(failure);
else if (isNewEnough) {
  beginLight();
  await import(cli.href);
} else if (!isCheckout)
  fail(
    `Steward needs Node 24 or later, and this is ${process.versions.node}: install one from https://nodejs.org.`,
  );
else if (existsSync(ownNode)) handOver();
else
  fail(
    `Steward's own Node is missing in node_modules: run \`npm ci\` in ${fileURLToPath(root)} with install scripts allowed.`,
  );

async function install() {
  const { ensureInstalled } = await import('../scripts/ensure-installed.js');
  return ensureInstalled({ root: fileURLToPath(root) });
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

/**
 * The C library takes memory from an arena for each thread, and V8 lets new objects fill 64 MB before it looks which are in use: a
 * worker becomes three times as large. What is set already stays.
 */
function light() {
  const { MALLOC_ARENA_MAX = '2', NODE_OPTIONS = '', ...env } = process.env;
  return { ...env, MALLOC_ARENA_MAX, NODE_OPTIONS: `${semiSpace}=16 ${NODE_OPTIONS}`.trim() };
}

/** Both read their settings as a process begins, so what goes on working begins again, as the same process. */
function beginLight() {
  const goesOn = ['worker', 'dev', 'demo'].includes(process.argv[2]);
  if (!goesOn || process.platform !== 'linux' || process.env.NODE_OPTIONS?.includes(semiSpace)) return;
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, light());
}

/** Ends as the child ends: with its exit code, or by the signal that ended it. */
function handOver() {
  const args = [fileURLToPath(cli), ...process.argv.slice(2)];
  const child = spawn(ownNode, args, { stdio: 'inherit', env: light() });
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'];
  // What the whole group gets reaches the child twice, which takes it for one. Windows tells the child itself, and `kill` would end it.
  const passOn = (signal) => process.platform !== 'win32' && child.kill(signal);
  for (const signal of signals) process.on(signal, passOn);
  child.on('error', (error) => fail(`Steward's own Node cannot be started (${error.code}).`));
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, passOn);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}
