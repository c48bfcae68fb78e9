/**
 * `npm run check:install [-- VERSIONS…]` (20, 22 and 24): packs what was built, installs the package globally with each Node, and
 * starts a server. The Nodes come from the npm registry, with the headers that SQLite is compiled with where its binary can't
 * be fetched. Run `npm run build` before. Linux.
 */

import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SQLITE = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'

/** Runs npm with a Node. */
function npm(node: string, args: readonly string[]): string {
  const found = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()
  const words = [realpathSync(found), ...args, '--prefer-offline', '--no-audit', '--no-fund']
  return execFileSync(node, words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] })
}

/**
 * Installs the packed project into a new folder, starts its server with that Node, and asks for its health.
 *
 * @param headers folder of that Node, to compile SQLite; null to take the binary that is here, which fits this Node only
 * @returns the answer of `/healthz`
 */
export async function installAndServe(node: string, headers: string | null): Promise<unknown> {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-global-'))
  try {
    npm(node, ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder])
    const [packed = ''] = readdirSync(folder)
    const scripts = headers === null ? ['--ignore-scripts'] : [`--nodedir=${headers}`]
    const where = ['--global', '--prefix', folder, path.join(folder, packed)]
    npm(node, ['install', ...where, '--silent', ...scripts])
    const installed = path.join(folder, 'lib/node_modules/galley')
    if (headers === null) cpSync(path.join(ROOT, SQLITE), path.join(installed, SQLITE))
    return await healthOf(node, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function healthOf(node: string, folder: string): Promise<unknown> {
  const ports = ['--port', '0', '--sites-port', '0']
  const serve = ['serve', '--data', path.join(folder, 'data'), ...ports, '--log-level', 'error']
  const command = path.join(folder, 'bin/galley')
  // The command begins with `#!/usr/bin/env node`.
  const env = { ...process.env, PATH: `${path.dirname(node)}:${process.env['PATH']}` }
  const child = spawn(command, serve, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    let output = ''
    for await (const chunk of child.stdout) {
      output += String(chunk)
      const [, url] = /listening on (\S+)/.exec(output) ?? []
      if (url !== undefined) return await (await fetch(`${url}/healthz`)).json()
    }
    throw new Error(`The server ended with ${String(await ended)}: ${output}`)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function checkAll(versions: readonly string[]): Promise<void> {
  for (const version of versions) {
    const folder = mkdtempSync(path.join(tmpdir(), 'galley-node-'))
    try {
      npm(process.execPath, ['install', `node@${version}`, '--prefix', folder, '--silent'])
      const own = path.join(folder, 'node_modules/node/node_modules')
      const [headers = ''] = readdirSync(own).filter((name) => name.startsWith('node-linux-'))
      const node = path.join(own, headers, 'bin/node')
      const health = await installAndServe(node, path.join(own, headers))
      const exact = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
      process.stdout.write(`${exact}: ${JSON.stringify(health)}\n`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const given = process.argv.slice(2)
  await checkAll(given.length === 0 ? ['20', '22', '24'] : given)
}
