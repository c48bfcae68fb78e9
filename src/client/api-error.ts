/** An error of the API, with everything that the answer says about it. */

/** One field that is wrong; `field` is a dotted path into the input. */
export interface ApiErrorDetail {
  readonly field: string
  readonly message: string
}

/** An answer whose status is not a success. The message is a sentence for users. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly status: number,
    /** The whole body, if it was JSON; some errors have more fields than those below. */
    readonly body: Readonly<Record<string, unknown>>,
    /** Seconds after which to try again; null if the server does not say. */
    readonly retryAfter: number | null = null,
  ) {
    super(textOf(body['message']) || `The server answered ${status}.`)
  }

  /** The code for programs, such as `not_found`; `""` if the answer did not come from the API. */
  get code(): string {
    return textOf(this.body['error'])
  }

  /** The fields of the input that are wrong. */
  get details(): readonly ApiErrorDetail[] {
    const { details } = this.body
    return Array.isArray(details) ? details : []
  }

  /** The id under which the operator finds the request in the log. */
  get requestId(): string {
    return textOf(this.body['request_id'])
  }

  /** The limit in bytes for a body that was too large; null if the server does not say. */
  get mostBytes(): number | null {
    const most = this.body['most_bytes']
    return typeof most === 'number' ? most : null
  }

  /** The current version, if the edit was based on another one; otherwise `""`. */
  get currentSha(): string {
    return textOf(this.body['current_sha'])
  }
}

/** Reads the error of an answer. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const isRecord = typeof body === 'object' && body !== null
  const after = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(after) ? after : null
  return new ApiError(response.status, isRecord ? { ...body } : {}, retryAfter)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
