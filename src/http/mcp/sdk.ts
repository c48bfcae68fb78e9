/** What is used of the official SDK. Loaded with the first message: most servers never get one. */

import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'

export { Server } from '@modelcontextprotocol/sdk/server/index.js'
export { WebStandardStreamableHTTPServerTransport as Transport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
export {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'

/** For answers of clients, which are asked nothing: one for all messages, since each would make its own. */
export const jsonSchemaValidator = new AjvJsonSchemaValidator()
