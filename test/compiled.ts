/**
 * The sources and tests as JavaScript, in a folder of their own that looks like the repository: for whoever
 * starts many processes of it. A process that compiles while it loads takes 1.2 s of a processor to start,
 * one that finds JavaScript 0.3. The modules of `src` that start a process lead to bundles, as in `dist`.
 */

import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type * as Esbuild from 'esbuild'

const execute = promisify(execFile)

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COMPILED = ['src', 'test']
/** A repository in it would be taken for one of its own. */
const LEFT_OUT = new Set([...COMPILED, '.git'])

/** The one that tsx compiles with. */
export function findEsbuild(): typeof Esbuild {
  const require = createRequire(import.meta.url)
  return createRequire(require.resolve('tsx'))('esbuild') as typeof Esbuild
}

/** Makes the folder; whoever asks for it removes it. @returns its path */
export async function compile(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-compiled-'))
  // Tests start programs as other users, too.
  chmodSync(folder, 0o755)
  for (const name of readdirSync(ROOT).filter((each) => !LEFT_OUT.has(each)))
    symlinkSync(path.join(ROOT, name), path.join(folder, name))
  for (const name of COMPILED)
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true })
  await findEsbuild().build({
    entryPoints: COMPILED.flatMap(typescriptIn),
    outdir: folder,
    outbase: ROOT,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  })
  // As at the end of `npm run build`: what builds a site starts sooner, and looks at no file of the code.
  await execute(process.execPath, [path.join(ROOT, 'bin/bundle.js'), path.join(folder, 'src')])
  return folder
}

function typescriptIn(name: string): string[] {
  return readdirSync(path.join(ROOT, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
    .map((file) => path.join(ROOT, name, file))
}
