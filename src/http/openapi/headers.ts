/** Headers of requests and answers that the OpenAPI document knows, each told once. */

interface HeaderText {
  readonly description: string
  readonly example: string | number
  readonly schema: Readonly<Record<string, unknown>>
}

const text = { type: 'string' } as const
const number = { type: 'integer', minimum: 0 } as const

/** What a request may carry beside its credentials. */
export const REQUEST_HEADERS = {
  'If-Match': {
    description:
      'The `ETag` of the version that you have. Where another one stands now, nothing is changed ' +
      'and the answer is 412.',
    example: '"9e107d9d372bb6826bd81d3542a419d6e107d9d3"',
    schema: text,
  },
  'If-None-Match': {
    description:
      'For GET: the `ETag` of what you have; where it is still that, the answer is 304 without a ' +
      'body. For PUT: `*` creates only, and answers 412 where there is one already.',
    example: '"9e107d9d372bb6826bd81d3542a419d6e107d9d3"',
    schema: text,
  },
  'Idempotency-Key': {
    description:
      'A name of your choice for this request, such as a UUID. Sent again with it within 24 hours, ' +
      'it is not carried out again but answered as the first time, with `Idempotent-Replayed: true`; ' +
      'another request with it is 422, one while the first runs, after it was broken off, or where its ' +
      'answer was too large to be kept, 409.',
    example: '6f2c1a52-9d1e-4c57-8f5e-0d3f0b7f2a11',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  Range: {
    description: 'One range of bytes; a wrong one is 400, several at once give the whole.',
    example: 'bytes=0-1023',
    schema: text,
  },
  'If-Range': {
    description: 'The `ETag` for which the range is meant; of another version the whole is sent.',
    example: '"9e107d9d372bb6826bd81d3542a419d6e107d9d3"',
    schema: text,
  },
  'Last-Event-ID': {
    description: 'The id of the last event that you have seen; what came after it is sent.',
    example: '12',
    schema: text,
  },
  'X-Hub-Signature-256': {
    description: 'HMAC-SHA-256 of the body with the secret of the hook, after `sha256=`.',
    example: 'sha256=6a1b8f5c3d0e4f7a9b2c6d8e1f3a5b7c9d0e2f4a6b8c1d3e5f7a9b0c2d4e6f8a',
    schema: text,
  },
  'Git-Protocol': {
    description: 'The protocol that the git client speaks.',
    example: 'version=2',
    schema: text,
  },
} as const satisfies Readonly<Record<string, HeaderText>>

export type RequestHeader = keyof typeof REQUEST_HEADERS

/** What an answer may carry. */
export const REPLY_HEADERS = {
  'X-Request-Id': {
    description: 'Names the request in the log; yours, where you gave one (1 to 128 letters).',
    example: '66f1c2a0d4b9e83f5a7c1e20',
    schema: text,
  },
  'RateLimit-Limit': {
    description: 'Requests that you may make in a window.',
    example: 5000,
    schema: number,
  },
  'RateLimit-Remaining': {
    description: 'Requests that are left in this window.',
    example: 4987,
    schema: number,
  },
  'RateLimit-Reset': {
    description: 'Seconds until the window ends.',
    example: 211,
    schema: number,
  },
  'Retry-After': {
    description: 'Seconds after which trying again makes sense.',
    example: 5,
    schema: number,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    example: 'Basic realm="galley", charset="UTF-8"',
    schema: text,
  },
  ETag: {
    description: 'The version of what is answered, for `If-Match` and `If-None-Match`.',
    example: '"9e107d9d372bb6826bd81d3542a419d6e107d9d3"',
    schema: text,
  },
  Link: {
    description:
      'Other pages of the list: `last` always, `next`, `first` and `prev` where there are.',
    example: '<https://galley.example.org/v2/sites?page=2>; rel="last"',
    schema: text,
  },
  'X-Total-Count': {
    description: 'How many there are on all pages.',
    example: 42,
    schema: number,
  },
  'Idempotent-Replayed': {
    description: '`true` where the request was answered before, with this `Idempotency-Key`.',
    example: 'true',
    schema: text,
  },
  Warning: {
    description:
      'Of what is not known and so was ignored, but looks misspelt: `299 galley "…"`, a sentence each.',
    example: '299 galley "titel is not known here; did you mean title?"',
    schema: text,
  },
  'Set-Cookie': {
    description: 'The cookie of the session, or its end.',
    example: 'galley_session=66f1c2b7d4b9e83f5a7c1e37.c2VjcmV0; HttpOnly; SameSite=Strict; Path=/',
    schema: text,
  },
  'Content-Disposition': {
    description: 'Name of the file.',
    example: 'attachment; filename="photo.jpg"',
    schema: text,
  },
  'Accept-Ranges': { description: 'Ranges of bytes are given.', example: 'bytes', schema: text },
  'Content-Range': {
    description: 'Which bytes these are, and of how many.',
    example: 'bytes 0-1023/4096',
    schema: text,
  },
} as const satisfies Readonly<Record<string, HeaderText>>

export type ReplyHeader = keyof typeof REPLY_HEADERS
