/** What the Model Context Protocol says of messages, tokens and origins; its tools are in `mcp.test.ts`. */

import { expect } from 'chai'
import { MCP, sendMessage, tokenOf as newToken, TOKENS } from './assistant.js'
import type { Call, Json } from './client.js'
import { useApi, type Person } from './server.js'

const PING = { jsonrpc: '2.0', id: 'a', method: 'ping' }

describe('Messages of the Model Context Protocol', () => {
  const api = useApi()
  let anna: Person

  before(async () => {
    anna = await api.member((await api.site()).id, 'admin', 'anna')
  })

  const tokenOf = (input: object) => newToken(api, anna, input)
  const send = (secret: string, json: unknown, more: Partial<Call> = {}) =>
    sendMessage(api, secret, { json, ...more })

  it('takes tokens that are valid and may read, and challenges for others', async () => {
    const { id, secret } = await tokenOf({ expires_in_days: 1 })
    expect((await send(secret, PING)).json).to.deep.equal({ jsonrpc: '2.0', id: 'a', result: {} })
    const challenge = async (call: Promise<{ status: number; headers: object }>) => {
      const { status, headers } = await call
      return `${status} ${String(Object(headers)['www-authenticate'])}`
    }
    const none = api.send({ method: 'POST', path: MCP, json: PING, as: undefined })
    expect(await challenge(none)).to.equal('401 Bearer realm="galley"')
    const wrong = '401 Bearer realm="galley", error="invalid_token"'
    for (const bad of ['x', secret.slice(0, -1), `${secret.slice(0, -2)}!!`])
      expect(await challenge(send(bad, PING)), bad).to.equal(wrong)
    const elsewhere = await tokenOf({ scopes: ['git', 'write'] })
    const refused = await send(elsewhere.secret, PING)
    expect(refused.status).to.equal(403)
    expect(refused.json['message']).to.match(/lacks the scope read/)
    await api.delete(`${TOKENS}/${id}`, anna)
    expect(await challenge(send(secret, PING))).to.equal(wrong)
    const short = await tokenOf({ expires_in_days: 1 })
    api.skip(24 * 60 * 60_000)
    expect(await challenge(send(short.secret, PING))).to.equal(wrong)
  })

  it('refuses what is no message, whatever it is', async () => {
    const { secret } = await tokenOf({})
    const rpc = { jsonrpc: '2.0' }
    for (const [message, status] of [
      [[PING], 422],
      [[], 422],
      [{ ...PING, jsonrpc: '1.0' }, 422],
      [{ ...PING, id: null }, 422],
      [{ ...PING, id: 1.5 }, 422],
      [{ ...PING, params: [] }, 422],
      [{}, 422],
      [rpc, 400],
      [{ ...rpc, id: 1 }, 400],
    ] as const) {
      const answer = await send(secret, message)
      expect(answer.status, `${JSON.stringify(message)} ${answer.text}`).to.equal(status)
    }
    const raw = async (text: string | Buffer, type = 'application/json') => {
      const more = { json: undefined, raw: text, headers: { 'Content-Type': type } }
      return (await send(secret, undefined, more)).status
    }
    expect(await raw('{"jsonrpc":')).to.equal(400)
    expect(await raw(Buffer.from([0x22, 0xff, 0x22]))).to.equal(400)
    expect(await raw('null')).to.equal(400)
    expect(await raw('ping', 'text/plain')).to.equal(415)
    expect(await raw('['.repeat(200) + ']'.repeat(200))).to.equal(422)
    expect(await raw(JSON.stringify({ ...PING, params: { x: 'x'.repeat(11_000_000) } }))).to.equal(
      413,
    )
    const unsupported = { headers: { 'Mcp-Protocol-Version': '1999-01-01' } }
    expect((await send(secret, PING, unsupported)).status).to.equal(400)
  })

  it('answers in any order, since it keeps no session, and keeps none', async () => {
    const { secret } = await tokenOf({})
    const list = { ...PING, method: 'tools/list' }
    expect((await send(secret, list)).json['result']).to.have.property('tools')
    const note = (method: string, params: Json = {}) =>
      send(secret, { jsonrpc: '2.0', method, params })
    for (const method of ['notifications/initialized', 'notifications/nothing'])
      expect((await note(method)).status).to.equal(202)
    expect((await note('notifications/cancelled', { requestId: 'a' })).status).to.equal(202)
    const unasked = await send(secret, { jsonrpc: '2.0', id: 7, result: {} })
    expect(unasked.status).to.equal(202)
    const unknown = await send(secret, { ...PING, method: 'nothing/at/all' })
    expect(Object(unknown.json['error'])).to.include({ code: -32601 })
    const headers = { 'Mcp-Session-Id': 'invented' }
    const answer = await send(secret, PING, { headers })
    expect(answer.status).to.equal(200)
    expect(answer.headers).not.to.have.property('mcp-session-id')
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const other = await send(secret, undefined, { method, json: undefined })
      expect(other.status, method).to.equal(405)
      expect(other.headers.allow).to.equal('POST')
    }
  })

  it('takes no pages of other origins, not even by a name that leads here', async () => {
    const { secret } = await tokenOf({})
    const status = async (headers: Record<string, string>) =>
      (await send(secret, PING, { headers })).status
    expect(await status({ Origin: api.server.url })).to.equal(200)
    expect(await status({ Origin: 'http://evil.example' })).to.equal(403)
    expect(await status({ Origin: 'null' })).to.equal(403)
    const rebound = { Origin: 'http://evil.example', Host: 'evil.example' }
    expect(await status(rebound)).to.equal(403)
    expect(await status({ ...rebound, 'Sec-Fetch-Site': 'same-origin' })).to.equal(403)
  })
})

describe('Many messages of the Model Context Protocol', () => {
  const api = useApi({ settings: { rateLimit: '120', corsOrigins: 'https://tools.example' } })

  it('count as other requests do', async () => {
    const made = await api.post(TOKENS, { name: 'x', scopes: ['read'] })
    const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_sites' } }
    const headers = { Authorization: `Bearer ${String(made.json['token'])}` }
    const one = () => api.send({ method: 'POST', path: MCP, json, headers })
    const answers = await Promise.all(Array.from({ length: 300 }, one))
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).to.deep.equal(new Set([200, 429]))
    expect(statuses.filter((status) => status === 200)).to.have.length.within(1, 120)
    expect(statuses.filter((status) => status === 429)).to.have.length.of.at.least(180)
  })

  it('come from the pages of listed origins', async () => {
    const headers = { Origin: 'https://tools.example', 'Access-Control-Request-Method': 'POST' }
    const preflight = await api.send({ method: 'OPTIONS', path: MCP, headers, as: undefined })
    expect(preflight.status).to.equal(204)
    expect(preflight.headers['access-control-allow-headers']).to.include('Mcp-Protocol-Version')
  })
})
