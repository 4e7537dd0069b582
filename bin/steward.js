#!/usr/bin/env node
/*
 * The command `steward`. Runs under any Node from 20 on: it installs what is missing and hands over to the command line
 * (workers/cli.ts) under the Node 24 that the project brings along.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../scripts/ensure-installed.js';

// What was compiled once is loaded as it is; where the folder cannot be written nothing changes. Node 20 has none.
module.enableCompileCache?.();

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = fileURLToPath(new URL('../workers/cli.ts', import.meta.url));
const ownNode = fileURLToPath(
  new URL(`../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url),
);

const failure = await ensureInstalled({ root });
if (failure !== null) fail(failure);
else if (Number(process.versions.node.split('.')[0]) >= 24) await import('../workers/cli.ts');
else if (existsSync(ownNode)) handOver();
else
  fail(
    `Steward's own Node is missing in node_modules: run \`npm ci\` in ${root} with install scripts allowed.`,
  );

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

/** Ends as the child ends: with its exit code, or by the signal that ended it. */
function handOver() {
  // As in the Dockerfile.
  const env = { MALLOC_ARENA_MAX: '2', ...process.env };
  const child = spawn(ownNode, [cli, ...process.argv.slice(2)], { stdio: 'inherit', env });
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'];
  // From a terminal, Ctrl-C reaches the child by itself: passed on as well, it would count twice.
  const passOn = (signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, passOn);
  child.on('error', (error) => fail(`Steward's own Node cannot be started (${error.code}).`));
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, passOn);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}
