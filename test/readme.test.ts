/** Tables of the documents are true: every setting and every dependency has its row. */

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { settingsHelp } from '../src/config.js'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

describe('README', () => {
  const text = read('README.md')
  const operation = read('src/cli/README.md')

  it('begins with the two commands that have to work', () => {
    const top = text.split('\n').slice(0, 15).join('\n')
    expect(top).to.include('npm ci && npm start')
    expect(top).to.include('npm ci && npm test')
  })

  for (const { flag, variable, fallback } of settingsHelp()) {
    it(`has the setting ${flag} with its variable and default`, () => {
      const row = operation.split('\n').find((line) => line.startsWith(`| \`${flag}\` |`))
      expect(row, flag).to.include(`\`${variable}\``)
      if (flag !== '--jobs') expect(row).to.include(`| ${fallback} |`)
    })
  }

  it('has a row for every dependency', () => {
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
      read('package.json'),
    )
    const rows = text.split('\n').filter((line) => line.startsWith('| '))
    const missing = Object.keys(dependencies).filter(
      (name) => !rows.some((row) => (row.split('|')[1] ?? '').split(/[ ,]+/).includes(name)),
    )
    expect(missing).to.deep.equal([])
  })

  it('names only commands of package.json', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? '')
    expect(named.filter((name) => scripts[name] === undefined)).to.deep.equal([])
  })
})
