/** What the server refuses, with all that it says about it. */

/** One field that is wrong; `field` is a dotted path into the input. */
export interface ApiErrorDetail {
  readonly field: string
  readonly message: string
}

/** An answer that is no success. The message is a sentence for a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly status: number,
    /** The whole body, where it was JSON; some errors say more than the fields below. */
    readonly body: Readonly<Record<string, unknown>>,
    /** Seconds after which to try again, where the server says so. */
    readonly retryAfter: number | null = null,
  ) {
    super(textOf(body['message']) || `The server answered ${status}.`)
  }

  /** The machine's code, such as `not_found`; `""` where the answer was not the API's. */
  get code(): string {
    return textOf(this.body['error'])
  }

  /** What is wrong with the input, field by field. */
  get details(): readonly ApiErrorDetail[] {
    const { details } = this.body
    return Array.isArray(details) ? details : []
  }

  /** For the operator, who finds it in the log. */
  get requestId(): string {
    return textOf(this.body['request_id'])
  }

  /** Of a body that is too large: how many bytes are taken, where the server says so. */
  get mostBytes(): number | null {
    const most = this.body['most_bytes']
    return typeof most === 'number' ? most : null
  }

  /** The version that stands, where two edits met. */
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
