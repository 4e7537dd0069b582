#!/usr/bin/env node
/*
 * The command `steward`. Runs under any Node from 20 on: it installs what is missing and hands over to the command line
 * (workers/cli.ts) under the Node 24 that the project brings along.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../scripts/ensure-installed.js';

// What was compiled once is loaded as it is. In the user's own folder: what stands there is run.
const compiled = join(homedir(), '.cache', 'steward', 'compiled');
module.enableCompileCache?.(compiled);

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = fileURLToPath(new URL('../workers/cli.ts', import.meta.url));
const ownNode = fileURLToPath(
  new URL(`../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url),
);

const failure = await ensureInstalled({ root });
if (failure !== null) fail(failure);
else if (Number(process.versions.node.split('.')[0]) >= 24) {
  boundArenas();
  await import('../workers/cli.ts');
} else if (existsSync(ownNode)) handOver();
else
  fail(
    `Steward's own Node is missing in node_modules: run \`npm ci\` in ${root} with install scripts allowed.`,
  );

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

/**
 * The C library takes memory from an arena for each thread, which makes a worker three times as large. It reads its setting as
 * a process begins, so what goes on working begins again, as the same process.
 */
function boundArenas() {
  const goesOn = ['worker', 'dev', 'demo'].includes(process.argv[2]);
  if (!goesOn || process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX) return;
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, MALLOC_ARENA_MAX: '2' });
}

/** Ends as the child ends: with its exit code, or by the signal that ended it. */
function handOver() {
  // As in the Dockerfile.
  const env = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: compiled, ...process.env };
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
