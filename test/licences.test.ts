/** What is bundled by `npm run build` has the licence texts of its packages. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'

const IMPORT = /from '(@[^/']+\/[^/']+|[a-z][^/']*)(?:\/[^']*)?'/g
/** All that is not of the standard library, and no type alone. */
const isPackage = (name: string) => existsSync(path.join('node_modules', name, 'package.json'))

function importedBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const texts = names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8').replaceAll(/import type .*/g, ''))
  const found = texts.flatMap((text) => [...text.matchAll(IMPORT)].map(([, name = '']) => name))
  return [...new Set(found)].filter(isPackage).sort()
}

/** The text of each package in a file of licences. */
function readTexts(file: string): Map<string, string> {
  const parts = readFileSync(file, 'utf8')
    .split(/^(.+ \(.+\))\n=+\n/m)
    .slice(1)
  const texts = new Map<string, string>()
  for (let k = 0; k < parts.length; k += 2) {
    texts.set((parts[k] ?? '').replace(/ \S+ \(.+\)$/, ''), parts[k + 1] ?? '')
  }
  return texts
}

describe('licences', () => {
  for (const [file, packages] of [
    ['dist/admin/LICENSES.txt', importedBelow('src/admin')],
    [
      'dist/bundle/LICENSES.txt',
      ['@modelcontextprotocol/sdk', 'ajv', 'commander', 'js-yaml', 'luxon'],
    ],
  ] as const) {
    it(`of what is bundled are in ${file}`, function () {
      if (!existsSync('dist/admin')) this.skip()
      const texts = readTexts(file)
      expect([...texts.keys()]).to.include.members([...packages])
      const short = [...texts].filter(([, text]) => !/copyright|licen[cs]e/i.test(text))
      expect(short).to.deep.equal([])
    })
  }

  it('of the programs whose rules are followed are in the package', () => {
    const { files } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(files).to.include('bin')
    for (const name of ['jekyll', 'kramdown', 'liquid', 'rouge']) {
      const text = readFileSync(`bin/licences/${name}.txt`, 'utf8')
      expect(text, name).to.match(/Permission is hereby granted, free of charge/)
    }
  })
})
