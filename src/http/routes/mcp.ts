/** The Model Context Protocol: what assistants and other programs may do, as tools. @see src/http/README.md (Assistants) */

import { answerMessage } from '../mcp/answer.js'
import { route, type Route } from '../route.js'
import { mcpAnswerSchema, mcpMessageInput } from '../wire/mcp.js'

/** @param version that of Galley */
export function mcpRoutes(version: string): Route[] {
  return [
    route({
      method: 'post',
      path: '/v2/mcp',
      operation: 'callTools',
      tag: 'Assistants',
      access: 'key',
      summary: 'Exchange a message of the Model Context Protocol',
      description:
        'Streamable HTTP without sessions: each request is answered by itself, as JSON; GET and DELETE are 405. ' +
        'Configure a client with this address and `Authorization: Bearer galley_…`. Tools find, read, write, render ' +
        'and publish texts; the scopes of the token decide which of them there are, and each needs what its ' +
        'operation of this API needs. Pages of other origins are 403, also by another name of this host.',
      headers: ['Mcp-Protocol-Version'],
      json: mcpMessageInput,
      replies: {
        200: { description: 'The answer to a request', schema: mcpAnswerSchema },
        202: { description: 'A notification or an answer, which has no answer' },
      },
      run: (request) =>
        answerMessage(request.body, {
          performer: request.performer,
          requestId: request.requestId,
          protocolVersion: request.header('Mcp-Protocol-Version'),
          version,
        }),
    }),
  ]
}
