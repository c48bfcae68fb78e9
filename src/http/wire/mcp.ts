/** Messages of the Model Context Protocol, which are JSON-RPC 2.0. */

import { z } from 'zod'
import { field, hashSchema, named } from './common.js'

const version = field(z.literal('2.0'), 'JSON-RPC 2.0.', '2.0')
const id = field(z.union([z.string().max(1000), z.int()]), 'Id of the request.', 1)

export const mcpMessageInput = named(
  'McpMessage',
  'One message: a request, a notification (without `id`) or an answer.',
  z.object(
    {
      jsonrpc: version,
      id: id.optional(),
      method: field(
        z.string().max(1000),
        'For requests and notifications.',
        'tools/list',
      ).optional(),
      params: field(hashSchema, 'What the method takes.', {}).optional(),
      result: field(hashSchema, 'For answers.').optional(),
      error: field(hashSchema, 'For answers.').optional(),
    },
    {
      error: ({ input }) =>
        Array.isArray(input)
          ? 'must be one message: the protocol has no batches since its revision 2025-06-18'
          : undefined,
    },
  ),
)

export const mcpAnswerSchema = named(
  'McpAnswer',
  'The answer to a request: `result`, or `error`.',
  z.object({
    jsonrpc: version,
    id,
    result: field(hashSchema, 'What the method returns.', { tools: [] }).optional(),
    error: z
      .object({ code: z.int(), message: z.string(), data: z.unknown().optional() })
      .optional(),
  }),
)
