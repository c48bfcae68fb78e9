/**
 * Puts the modules of `dist` into a few files in `dist/bundle`, as the end of `npm run build`, and leaves a digest
 * of all code, themes with it, beside them.
 *
 * To find, read and link 350 files takes Node twice as long as to build a small site. The modules that start
 * a process or a thread only lead there afterwards, so all that asks for them by path finds them as before.
 * esbuild is the one that tsx brings; where there is none, `dist` stays as it is and works as well.
 */

import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const BUNDLE = join(DIST, 'bundle')

/** What starts a process or a thread, with the names that others import of it. */
const ENTRIES = new Map([
  ['cli/main.js', '{ main }'],
  ['builder/process/child.js', null],
  ['builder/process/session-child.js', null],
  ['builder/process/render-child.js', null],
  ['builder/convert/worker.js', null],
])

function findEsbuild() {
  try {
    const require = createRequire(import.meta.url)
    return createRequire(require.resolve('tsx'))('esbuild')
  } catch {
    return null
  }
}

/** Modules that look for a file beside themselves go on looking where they were. */
const places = {
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/, namespace: 'file' }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const place = JSON.stringify(relative(BUNDLE, path).replaceAll('\\', '/'))
      return {
        contents: text.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`),
      }
    })
  },
}

/** What the caches of builds go by, so that no build has to look at each file of the code. */
async function writeDigest() {
  const names = await readdir(DIST, { recursive: true })
  const hash = createHash('sha256')
  for (const name of names
    .filter((each) => /(?<!^bundle.*)\.(?:js|html|s?css|svg)$/.test(each))
    .sort()) {
    hash.update(`${name}\0`).update(await readFile(join(DIST, name)))
  }
  await writeFile(join(DIST, 'code-digest.txt'), `${hash.digest('hex')}\n`)
}

await writeDigest()

const esbuild = findEsbuild()
if (esbuild !== null) {
  await esbuild.build({
    entryPoints: [...ENTRIES.keys()].map((path) => join(DIST, path)),
    outdir: BUNDLE,
    entryNames: '[name]',
    chunkNames: 'chunk-[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    minifyWhitespace: true,
    logLevel: 'warning',
    plugins: [places],
  })
  for (const [path, names] of ENTRIES) {
    const to = join(relative(dirname(join(DIST, path)), BUNDLE), basename(path))
    const from = `'${to.replaceAll('\\', '/')}'`
    await writeFile(
      join(DIST, path),
      names === null ? `import ${from}\n` : `export ${names} from ${from}\n`,
    )
  }
}
