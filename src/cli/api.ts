/** Calls the API for commands; its errors become sentences for the terminal. */

import { ApiError, createClient, type Client, type ClientOptions } from '../client/client.js'
import { CommandError } from './command-error.js'
import { socketFetch } from './socket-fetch.js'

export type Api = Client

/** The address of the API and the credentials to use. */
export interface ApiAddress {
  /** Or `unix:` with the path of a socket. */
  readonly url: string
  readonly key: string
  readonly secret: string
}

/**
 * Runs work with an API client.
 *
 * @throws CommandError if the API answers with an error or does not answer
 */
export async function withApi<Result>(
  address: ApiAddress,
  work: (api: Api) => Promise<Result>,
): Promise<Result> {
  try {
    const [, socketPath] = /^unix:(.*)$/.exec(address.url) ?? []
    const url = socketPath === undefined ? address.url : 'http://localhost'
    const send = socketPath === undefined ? fetch : socketFetch(socketPath)
    return await work(createClient({ ...address, url, fetch: reaching(address.url, send) }))
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(textOf(error), { cause: error }) : error
  }
}

type Fetch = NonNullable<ClientOptions['fetch']>

function reaching(url: string, send: Fetch): Fetch {
  return async (address, init) => {
    try {
      return await send(address, init)
    } catch (error) {
      throw new CommandError(
        `The server at ${url} does not answer: see its log, or start it again.`,
        { cause: error },
      )
    }
  }
}

function textOf({ message, details }: ApiError): string {
  const fields = details.map((detail) => `${detail.field} ${detail.message}`)
  return fields.length > 1 ? `${message} (${fields.join('; ')})` : message
}
