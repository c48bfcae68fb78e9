/** Sends requests to one container of a Swift-like store. Renews the token when it has expired. */

import { DeployError } from '../network/deploy-error.js'
import type { HttpClient, HttpResponse, RequestBody } from '../network/http-client.js'
import { logInToStorage, type OpenStackAccount, type StorageAccess } from './keystone.js'
import { cleanText } from '../network/remote-text.js'

/** A container of an account. */
export interface SwiftAccount extends OpenStackAccount {
  readonly container: string
  /** Folder in the container, without slashes at its ends; `` for all of it. */
  readonly prefix: string
}

interface SwiftRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Object name; the container itself when not given. */
  readonly name?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestBody
}

/** Sends requests to one container. */
export interface Swift {
  /** Host of the storage, for people. */
  readonly host: string
  /** @throws DeployError for every status but 2xx and, if an object is read or removed, 404 */
  request(request: SwiftRequest): Promise<HttpResponse>
}

const MAX_ERROR_BYTES = 64 * 1024

/** Logs in. */
export async function createSwift(
  account: SwiftAccount,
  client: HttpClient,
  signal: AbortSignal,
): Promise<Swift> {
  const logIn = () => logInToStorage(account, client, signal)
  let access = Promise.resolve(await logIn())
  /** Renews the token once, however many requests found it expired. */
  function renew(expired: StorageAccess): Promise<StorageAccess> {
    const renewal = access.then((current) => (current.token === expired.token ? logIn() : current))
    access = renewal
    renewal.catch(() => {
      access = Promise.resolve(expired)
    })
    return renewal
  }
  async function send(request: SwiftRequest, use: StorageAccess): Promise<HttpResponse> {
    const { method, headers, body } = request
    return client.request({
      method,
      url: urlOf(account, use, request),
      headers: { ...headers, 'x-auth-token': use.token },
      signal,
      ...(body === undefined ? {} : { body }),
    })
  }
  return {
    host: new URL((await access).storageUrl).host,
    async request(request) {
      const used = await access
      const response = await send(request, used)
      if (response.status !== 401) return checked(response, request, account)
      await response.bytes(MAX_ERROR_BYTES)
      return checked(await send(request, await renew(used)), request, account)
    },
  }
}

function urlOf(account: SwiftAccount, use: StorageAccess, { name, query }: SwiftRequest): string {
  const path = name === undefined ? account.container : `${account.container}/${name}`
  const url = `${use.storageUrl}/${path.split('/').map(encodeURIComponent).join('/')}`
  const search = new URLSearchParams(query).toString()
  return search === '' ? url : `${url}?${search}`
}

async function checked(
  response: HttpResponse,
  request: SwiftRequest,
  account: SwiftAccount,
): Promise<HttpResponse> {
  const { status } = response
  const mayBeMissing = request.name !== undefined && request.method !== 'PUT'
  if ((status >= 200 && status < 300) || (status === 404 && mayBeMissing)) return response
  throw failureOf(status, cleanText(await textOf(response)), account)
}

async function textOf(response: HttpResponse): Promise<string> {
  try {
    const text = (await response.bytes(MAX_ERROR_BYTES)).toString('utf8')
    return text.replace(/<[^>]*>/g, ' ').slice(0, 200)
  } catch {
    return ''
  }
}

function failureOf(status: number, text: string, account: SwiftAccount): DeployError {
  if (status === 404) {
    return new DeployError('not_found', `there is no container "${account.container}"`)
  }
  if (status === 401) return new DeployError('login_refused', 'the token was refused')
  if (status === 403) return new DeployError('forbidden', `the server answered 403 (${text})`)
  if (status === 422) {
    return new DeployError('corrupt', 'the content arrived damaged (422)', { transient: true })
  }
  if (status === 413 || status === 507) {
    return new DeployError('remote_full', `the container takes no more (${status} ${text})`)
  }
  const transient = status >= 500 || status === 408 || status === 429 || status === 498
  return new DeployError('remote_error', `the server answered ${status} (${text})`, { transient })
}
