/**
 * Makes the web admin's static files of `src/admin`, plain and compressed: `node bin/build-admin.js [FOLDER]`.
 *
 * Everything is bundled; the page loads nothing from elsewhere.
 */

import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build } from 'vite'
import { writeLicences } from './licences.js'

const ROOT = fileURLToPath(new URL('../src/admin', import.meta.url))
const COMPRESSIBLE = /\.(js|css|svg)$/

/**
 * Over HTTP/1.1 a browser has six requests at a time, so what every page needs is one file, and small pieces that
 * several screens share are put together: a list takes 22 scripts and the editor 32, not 45 and 71. More would
 * make lists wait for what only the editor needs.
 */
const CHUNKS = [
  { name: 'first', tags: ['$initial'], priority: 1 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 5000 },
]
/** Without the names of all that share it. */
const chunkFile = ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`

/** Builds into a folder, which is emptied first. */
export async function buildAdmin(folder) {
  const modules = []
  await build({
    configFile: false,
    root: ROOT,
    // The server may be below any path: it writes that into the page, and the files find each other.
    experimental: {
      renderBuiltUrl: (file, { hostType }) =>
        hostType === 'html' ? `__BASE__/admin/${file}` : { relative: true },
    },
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 900,
      // Directives such as "use client" say something to frameworks that render on a server.
      rolldownOptions: {
        output: { codeSplitting: { groups: CHUNKS }, chunkFileNames: chunkFile },
        plugins: [
          {
            name: 'modules',
            generateBundle(_options, bundle) {
              for (const { modules: inside = {} } of Object.values(bundle)) {
                const used = Object.entries(inside).filter(([, { code }]) => code)
                modules.push(...used.map(([id]) => id))
              }
            },
          },
        ],
        onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
      },
    },
  })
  await writeLicences(path.join(folder, 'LICENSES.txt'), modules)
  const assets = path.join(folder, 'assets')
  const names = (await readdir(assets)).filter((name) => COMPRESSIBLE.test(name))
  await Promise.all(names.map((name) => compress(path.join(assets, name))))
}

async function compress(file) {
  const data = await readFile(file)
  await writeFile(`${file}.br`, await promisify(brotliCompress)(data))
  await writeFile(`${file}.gz`, await promisify(gzip)(data, { level: 9 }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildAdmin(path.resolve(process.argv[2] ?? 'dist/admin'))
}
