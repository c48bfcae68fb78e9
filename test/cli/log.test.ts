import { expect } from 'chai'
import { createLog } from '../../src/cli/log.js'

describe("the operator's log", () => {
  function logged(error: unknown): unknown {
    const lines: string[] = []
    createLog('info', { write: (line) => lines.push(line) }).error({ error }, 'request failed')
    expect(lines).to.have.length(1)
    return JSON.parse(lines[0] ?? '').error
  }

  it('writes an error with its place', () => {
    const error = Object.assign(new RangeError('too deep'), { code: 'E_DEEP' })
    const said = logged(error)
    expect(said).to.include({ type: 'RangeError', message: 'too deep', code: 'E_DEEP' })
    expect(said).to.have.property('stack').that.includes('log.test.ts')
  })

  it('writes the cause of an error', () => {
    const error = new Error('not sent', { cause: new Error('no route') })
    expect(logged(error)).to.have.property('message', 'not sent: no route')
  })

  it('leaves out other properties of an error', () => {
    const error = Object.assign(new Error('refused'), { request: { password: 'geheim-123' } })
    expect(JSON.stringify(logged(error))).not.to.include('geheim')
  })

  it('removes credentials from URLs', () => {
    const error = new Error("fatal: unable to access 'https://me:geheim-123@example.org/a.git/'")
    expect(JSON.stringify(logged(error))).not.to.include('geheim')
    expect(logged(error))
      .to.have.property('message')
      .that.includes('https://***@example.org/a.git/')
  })

  it('accepts a thrown value that is not an error', () => {
    expect(logged('just a text')).to.equal('just a text')
  })
})
