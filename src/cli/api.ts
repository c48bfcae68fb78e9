/** Calls the API for commands; its errors become sentences for the terminal. */

import { ApiError, createClient, type Client, type ClientOptions } from '../client/client.js'
import { CommandError } from './command-error.js'

export type Api = Client

/** The address of the API and the credentials to use. */
export interface ApiAddress {
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
    return await work(createClient({ ...address, fetch: reaching(address.url) }))
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(textOf(error), { cause: error }) : error
  }
}

function reaching(url: string): NonNullable<ClientOptions['fetch']> {
  return async (address, init) => {
    try {
      return await fetch(address, init)
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
