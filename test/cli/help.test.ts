/** Commands speak of their own flags; the settings of the server are those of `galley serve`. */

import { expect } from 'chai'
import { galley } from './galley.js'

const flagsOf = (help: string): string[] =>
  [...help.matchAll(/^ +(?:-\w, )?(--[\w-]+)/gm)].map((match) => match[1] ?? '')

describe('the help of a command', () => {
  it('names its own flags and the data folder', async () => {
    const { out } = await galley(['site', 'import', '--help'])
    expect(flagsOf(out)).to.have.members([
      '--data',
      '--json',
      '--title',
      '--domain',
      '--as',
      '--help',
    ])
    expect(out).to.include('galley.yml')
  })

  it('names every setting where the server is started', async () => {
    const { out } = await galley(['serve', '--help'])
    expect(flagsOf(out)).to.include.members(['--data', '--port', '--rate-limit'])
  })

  it('is mentioned if a command lacks arguments', async () => {
    const { err, code } = await galley(['user', 'add'])
    expect(err).to.include("required option '--email <address>' not specified")
    expect(err).to.include('add --help to a command to see its options')
    expect(code).to.equal(1)
  })

  it('need not say true where a setting is true or false', async () => {
    const { err, code } = await galley(['serve', '--https', '--jobs', '2'])
    expect(err).to.match(/^galley: --https needs --acme-email/)
    expect(code).to.equal(1)
  })

  it('does not precede the error of an invalid setting', async () => {
    const { err, code } = await galley(['serve', '--jobs', 'x'])
    expect(err).to.match(/^galley: --jobs must be a whole number/)
    expect(code).to.equal(1)
  })
})
