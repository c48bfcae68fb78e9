/**
 * `node bin/bundle.js [DIST]`: puts the modules of `dist` into a few files in `dist/bundle`, as the end of
 * `npm run build`, and leaves a digest of all code, themes with it, beside them.
 *
 * To find, read and link 350 files takes Node twice as long as to build a small site. The modules that start
 * a process or a thread only lead there afterwards, so all that asks for them by path finds them as before.
 * esbuild is the one that tsx brings; where there is none, `dist` stays as it is and works as well.
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, readFile, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeLicences } from './licences.js'

/** The folder of the compiled sources. */
const DIST = resolve(process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url)))
const BUNDLE = join(DIST, 'bundle')

/** What starts a process or a thread, with the names that others import of it. */
const ENTRIES = new Map([
  ['cli/main.js', '{ main }'],
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

/** Packages that each build needs. */
const ALWAYS_LOADED = new Set(['commander', 'js-yaml', 'luxon'])

/** What of them builds, and is loaded with its code; `main` only for `galley build`. */
const BUILDER = {
  main: 'cli/main.js',
  session: 'builder/process/session-child.js',
  render: 'builder/process/render-child.js',
  worker: 'builder/convert/worker.js',
}

/** Modules that look for a file beside themselves go on looking where they were. */
const placesFrom = (base) => ({
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/, namespace: 'file' }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const place = JSON.stringify(relative(BUNDLE, path).replaceAll('\\', '/'))
      return {
        contents: text.replaceAll('import.meta.url', `new URL(${place}, ${base}).href`),
      }
    })
  },
})

/** A site has code in a few languages: the lexer of each is made when it is asked for. */
const lazyLexers = {
  name: 'lazy-lexers',
  setup({ onLoad }) {
    onLoad({ filter: /\/highlight\/lexers\.js$/, namespace: 'file' }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const places = new Map()
      const bare = text.replaceAll(
        /^import \{ (.+) \} from (['"].+['"]);$/gm,
        (_, names, place) => {
          for (const name of names.split(', ')) places.set(name, place)
          return ''
        },
      )
      // Behind the last one, esbuild writes no comma.
      const line = /^ +(?:(\S+): )?(\w+)(?:,$|(?=\n\};\nexport))/gm
      const contents = bare.replaceAll(line, (_, key, name) => {
        const place = places.get(name)
        if (!places.delete(name)) throw new Error(`${path} has ${name}, and does not import it`)
        return `get ${key ?? name}() { return require(${place}).${name} },`
      })
      if (places.size > 0)
        throw new Error(`${path} imports ${[...places.keys()].join(', ')}, and has no such line`)
      return { contents }
    })
  },
}

/** The other commands stay where they are. */
const otherCommands = {
  name: 'other-commands',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\// }, ({ path, importer, kind }) => {
      const isOther = importer === join(DIST, 'cli/main.js') && path !== './build.js'
      if (kind === 'dynamic-import' && isOther) return { path: `../cli/${path}`, external: true }
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

const { dependencies } = JSON.parse(await readFile(join(DIST, '../package.json'), 'utf8'))

const ESM = {
  outdir: BUNDLE,
  entryNames: '[name]',
  chunkNames: 'chunk-[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // What is no dependency of the package is in the bundle.
  external: Object.keys(dependencies),
  metafile: true,
  minifyWhitespace: true,
  logLevel: 'warning',
  plugins: [placesFrom('import.meta.url')],
}

/** All that builds in one file, which is text in ASCII. @returns its name, and the modules in it */
async function bundleBuilder(esbuild) {
  const loads = Object.entries({ ...BUILDER, build: 'builder/build.js' }).map(
    ([name, path]) => `${name}: () => import(${JSON.stringify(`./${path}`)})`,
  )
  const { splitting: _, outdir: __, ...options } = ESM
  const { outputFiles, metafile } = await esbuild.build({
    ...options,
    stdin: { contents: `exports.load = { ${loads.join(', ')} }`, resolveDir: DIST },
    write: false,
    format: 'cjs',
    charset: 'ascii',
    external: Object.keys(dependencies).filter((name) => !ALWAYS_LOADED.has(name)),
    banner: { js: `const bundleUrl = require('node:url').pathToFileURL(__filename).href;` },
    plugins: [lazyLexers, placesFrom('bundleUrl'), otherCommands],
  })
  const text = importingBy('importModule', outputFiles[0].text, metafile)
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const name = `builder-${digest}.cjs`
  await writeFile(join(BUNDLE, name), text)
  await copyFile(new URL('builder-code.js', import.meta.url), join(BUNDLE, 'builder-code.js'))
  const cache = fileURLToPath(new URL('builder-cache.js', import.meta.url))
  execFileSync(process.execPath, [cache, join(BUNDLE, name)], { stdio: 'inherit' })
  return { name, inputs: metafile.inputs }
}

/** Code that V8 has kept knows no `import()` any more: another function does it. */
function importingBy(name, text, { outputs }) {
  const all = Object.values(outputs).flatMap(({ imports }) => imports)
  const names = new Set(
    all.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => JSON.stringify(path)),
  )
  const found = new Set()
  const replaced = text.replaceAll(/\bimport\(("[^"]+")\)/g, (whole, path) => {
    if (!names.has(path)) return whole
    found.add(path)
    return `${name}(${path})`
  })
  if (found.size < names.size) throw new Error(`Not all of ${[...names].join(', ')} were found`)
  return replaced
}

/** Leads from a module to the bundles. */
function leading(path, names, builder) {
  const to = relative(dirname(join(DIST, path)), BUNDLE).replaceAll('\\', '/')
  const whole = `${to}/${basename(path)}`
  const [name] = Object.entries(BUILDER).find(([, each]) => each === path) ?? []
  const loaded = `loadBuilder('./${builder}', '${name}', () => import('${whole}'))`
  const loader = `import { loadBuilder } from '${to}/builder-code.js'\n`
  if (names === null) return `${loader}await ${loaded}\n`
  const isBuild = `['build', 'b'].includes(process.argv[2])`
  return `${loader}export const ${names} = ${isBuild} ? await ${loaded} : await import('${whole}')\n`
}

const esbuild = findEsbuild()
if (esbuild !== null) {
  const entryPoints = [...ENTRIES.keys()].map((path) => join(DIST, path))
  const { metafile } = await esbuild.build({ ...ESM, entryPoints })
  const builder = await bundleBuilder(esbuild)
  const modules = Object.keys({ ...metafile.inputs, ...builder.inputs })
  await writeLicences(
    join(BUNDLE, 'LICENSES.txt'),
    modules.map((input) => resolve(input)),
  )
  for (const [path, names] of ENTRIES) {
    await writeFile(join(DIST, path), leading(path, names, builder.name))
  }
}
