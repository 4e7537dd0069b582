/*
 * Installs Steward's dependencies if they are missing or package-lock.json has changed, and removes the parts that never run.
 * Plain JavaScript for Node 20 and later without dependencies. Writes only to stderr, because the next program may print JSON.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, env, execPath, platform, stderr, versions } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { trimModules } from './trim-modules.js';

const quietMilliseconds = 2000;

/**
 * Returns null if everything is in place, otherwise a sentence that says what is wrong and what to do.
 * @param {{ root: string }} where the folder that holds package-lock.json
 * @returns {Promise<string | null>}
 */
export async function ensureInstalled({ root }) {
  if (Number(versions.node.split('.')[0]) < 20) {
    return `Steward needs Node 20 or later to start, and this is ${versions.node}: install one from https://nodejs.org.`;
  }
  const stamp = join(root, 'node_modules', '.steward-installed');
  const lockHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (readOrNull(stamp) === lockHash) return null;
  const failure = isInstalledByHand(root) ? null : await npmCi(root);
  if (failure !== null) return failure;
  trimModules(join(root, 'node_modules'), { production: false });
  writeFileSync(stamp, lockHash);
  return null;
}

/** At the end of an installation, npm writes its own lock file into node_modules. If that is newer, it installed this one. */
function isInstalledByHand(root) {
  const installed = join(root, 'node_modules', '.package-lock.json');
  return (
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
  );
}

function npmCi(root) {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // `npm run` names npm's own file. Otherwise npm is on the PATH, on Windows as a script.
  const [command, first] = env.npm_execpath?.endsWith('npm-cli.js')
    ? [execPath, [env.npm_execpath]]
    : ['npm', []];
  const child = spawn(command, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && platform === 'win32',
  });
  const notice = setTimeout(
    () => stderr.write('Installing dependencies (usually 20-60 s)…\n'),
    quietMilliseconds,
  );
  let output = '';
  const keep = (chunk) => {
    output = (output + chunk).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    const end = (failure) => {
      clearTimeout(notice);
      resolve(failure);
    };
    child.on('error', () => end('npm cannot be started: install Node with npm from https://nodejs.org.'));
    child.on('close', (code) => end(code === 0 ? null : sentence(output, root)));
  });
}

function sentence(output, root) {
  const code = /npm (?:error|ERR!) code (\w+)/.exec(output)?.[1] ?? 'unknown error';
  if (['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENETUNREACH'].includes(code)) {
    return `Steward's dependencies must be installed once, and npm cannot reach its registry (${code}): connect to the network and run this again.`;
  }
  const ways = {
    EUSAGE: 'package.json and package-lock.json do not fit together: get both from the same version',
    ENOSPC: 'the disk is full: make room and run this again',
    EACCES: `the folder ${root} cannot be written to: change that and run this again`,
    EPERM: `the folder ${root} cannot be written to: change that and run this again`,
  };
  const way = ways[code] ?? `run \`npm ci\` in ${root} to see why`;
  return `Steward's dependencies cannot be installed (${code}): ${way}.`;
}

function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const failure = await ensureInstalled({ root: fileURLToPath(new URL('..', import.meta.url)) });
  if (failure !== null) {
    stderr.write(`${failure}\n`);
    process.exitCode = 1;
  }
}
