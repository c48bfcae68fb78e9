/** Assistants of a test: the client of the official SDK, and plain messages. */

import { expect } from 'chai'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { isRecord, type Answer, type Call, type Json } from './client.js'
import type { Api, Person } from './server.js'

export const MCP = '/v2/mcp'
export const TOKENS = '/v2/users/me/tokens'

/** A new token of somebody; reads, unless said. */
export async function tokenOf(
  api: Api,
  owner: Person,
  input: object = {},
): Promise<{ id: string; secret: string }> {
  const body = { name: 'Assistant', scopes: ['read'], ...input }
  const answer = await api.post(TOKENS, body, owner)
  expect(answer.status, answer.text).to.equal(201)
  return { id: String(answer.json['id']), secret: String(answer.json['token']) }
}

/** The client of the SDK, as it is, with a new token. */
export async function connect(api: Api, owner: Person, input: object): Promise<Client> {
  const { secret } = await tokenOf(api, owner, input)
  const client = new Client({ name: 'test', version: '1' })
  const headers = { Authorization: `Bearer ${secret}` }
  const url = new URL(`${api.server.url}${MCP}`)
  // The types of the SDK are not made for exactOptionalPropertyTypes.
  const transport: unknown = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

/** What a tool shows, or the error that it answers with. */
export async function useTool(client: Client, name: string, given: Json = {}): Promise<Json> {
  const result = await client.callTool({ name, arguments: given })
  const { structuredContent: shown, content, isError } = result
  expect(isRecord(shown), JSON.stringify(result)).to.equal(true)
  const [block] = [content].flat()
  expect(JSON.parse(String(Object(block).text))).to.deep.equal(shown)
  expect(isError === true, JSON.stringify(shown)).to.equal(Object(shown).error !== undefined)
  return isRecord(shown) ? shown : {}
}

/** A plain message. */
export function sendMessage(api: Api, secret: string, call: Partial<Call>): Promise<Answer> {
  const headers = { Authorization: `Bearer ${secret}`, ...call.headers }
  return api.send({ method: 'POST', path: MCP, ...call, headers })
}
