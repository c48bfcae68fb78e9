import { expect } from 'chai'
import { createLog } from '../../src/cli/log.js'

describe("the operator's log", () => {
  function logged(error: unknown): unknown {
    const lines: string[] = []
    createLog('info', { write: (line) => lines.push(line) }).error({ error }, 'request failed')
    expect(lines).to.have.length(1)
    return JSON.parse(lines[0] ?? '').error
  }

  it('says what was thrown, and where', () => {
    const error = Object.assign(new RangeError('too deep'), { code: 'E_DEEP' })
    const said = logged(error)
    expect(said).to.include({ type: 'RangeError', message: 'too deep', code: 'E_DEEP' })
    expect(said).to.have.property('stack').that.includes('log.test.ts')
  })

  it('says why that was thrown', () => {
    const error = new Error('not sent', { cause: new Error('no route') })
    expect(logged(error)).to.have.property('message', 'not sent: no route')
  })

  it('writes nothing that an error carries besides', () => {
    const error = Object.assign(new Error('refused'), { request: { password: 'geheim-123' } })
    expect(JSON.stringify(logged(error))).not.to.include('geheim')
  })

  it('leaves logins out of addresses', () => {
    const error = new Error("fatal: unable to access 'https://me:geheim-123@example.org/a.git/'")
    expect(JSON.stringify(logged(error))).not.to.include('geheim')
    expect(logged(error))
      .to.have.property('message')
      .that.includes('https://***@example.org/a.git/')
  })

  it('takes what is no error', () => {
    expect(logged('just a text')).to.equal('just a text')
  })
})
