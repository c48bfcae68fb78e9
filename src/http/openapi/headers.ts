/** Describes the headers of requests and answers for the OpenAPI document. */

interface HeaderText {
  readonly description: string
  readonly example: string | number
  readonly schema: Readonly<Record<string, unknown>>
}

const text = { type: 'string' } as const
const number = { type: 'integer', minimum: 0 } as const

/** Request headers besides credentials. */
export const REQUEST_HEADERS = {
  'If-Match': {
    description:
      'The `ETag` of the version that you have. If the version has changed, nothing is ' +
      'written and the answer is 412.',
    example: '"9e107d9d372bb6826bd81d3542a419d6e107d9d3"',
    schema: text,
  },
  'If-None-Match': {
    description:
      'For GET: the `ETag` of the version that you have; if it is unchanged, the answer is ' +
      '304 without a body. For PUT: `*` only creates; if the file exists, the answer is 412.',
    example: '"9e107d9d372bb6826bd81d3542a419d6e107d9d3"',
    schema: text,
  },
  'Idempotency-Key': {
    description:
      'A key of your choice for this request, such as a UUID. If you repeat the request ' +
      'within 24 hours, you get the first answer again, with `Idempotent-Replayed: true`. A ' +
      'different request with the key is 422. It is 409 while the first request runs, if ' +
      'that was interrupted, or if its answer was too large to keep.',
    example: '6f2c1a52-9d1e-4c57-8f5e-0d3f0b7f2a11',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  Range: {
    description:
      'One range of bytes. A range outside the file is 400; several ranges return the whole ' +
      'file.',
    example: 'bytes=0-1023',
    schema: text,
  },
  'If-Range': {
    description:
      'The `ETag` that the range is meant for; of another version, the whole file is sent.',
    example: '"9e107d9d372bb6826bd81d3542a419d6e107d9d3"',
    schema: text,
  },
  'Last-Event-ID': {
    description: 'The id of the last event that you have seen; later events are sent.',
    example: '12',
    schema: text,
  },
  'X-Hub-Signature-256': {
    description: '`sha256=` and the HMAC-SHA-256 of the body with the secret of the webhook.',
    example: 'sha256=6a1b8f5c3d0e4f7a9b2c6d8e1f3a5b7c9d0e2f4a6b8c1d3e5f7a9b0c2d4e6f8a',
    schema: text,
  },
  'X-Hub-Signature': {
    description: 'The same, as Bitbucket sends it. It counts if `X-Hub-Signature-256` is missing.',
    example: 'sha256=6a1b8f5c3d0e4f7a9b2c6d8e1f3a5b7c9d0e2f4a6b8c1d3e5f7a9b0c2d4e6f8a',
    schema: text,
  },
  'X-Gitlab-Token': {
    description: 'The secret of the webhook, as GitLab sends it. It counts without a signature.',
    example: '5c1e0b7a9d3f4826',
    schema: text,
  },
  'X-Second-Factor': {
    description: 'A code of the second factor: from the authenticator app, or a recovery code.',
    example: '123456',
    schema: text,
  },
  'Mcp-Protocol-Version': {
    description: 'The revision of the protocol that was agreed on; 2025-03-26 if missing.',
    example: '2025-11-25',
    schema: text,
  },
  'Git-Protocol': {
    description: 'The protocol that the git client speaks.',
    example: 'version=2',
    schema: text,
  },
} as const satisfies Readonly<Record<string, HeaderText>>

export type RequestHeader = keyof typeof REQUEST_HEADERS

/** Response headers. */
export const REPLY_HEADERS = {
  'X-Request-Id': {
    description:
      'Id of the request in the log; your own if you sent one (1 to 128 characters of ' +
      '`[A-Za-z0-9._-]`).',
    example: '66f1c2a0d4b9e83f5a7c1e20',
    schema: text,
  },
  'RateLimit-Limit': {
    description: 'Requests allowed in each window.',
    example: 5000,
    schema: number,
  },
  'RateLimit-Remaining': {
    description: 'Requests left in this window.',
    example: 4987,
    schema: number,
  },
  'RateLimit-Reset': {
    description: 'Seconds until the window ends.',
    example: 211,
    schema: number,
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    example: 5,
    schema: number,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    example: 'Basic realm="galley", charset="UTF-8"',
    schema: text,
  },
  ETag: {
    description: 'The version, for `If-Match` and `If-None-Match`.',
    example: '"9e107d9d372bb6826bd81d3542a419d6e107d9d3"',
    schema: text,
  },
  Link: {
    description:
      'Other pages of the list: `last`, and `next`, `first` and `prev` if they exist; with `after`, only `next`, and at ' +
      'the end no header. The URLs keep the ' +
      'other parameters; if they are very long, `first`, `last` and `prev` are left out.',
    example: '<https://galley.example.org/v2/sites?page=2>; rel="last"',
    schema: text,
  },
  Location: {
    description: 'The URL of what was made, or of the job that was started.',
    example: 'https://galley.example.org/v2/documents/66f1c2b7d4b9e83f5a7c1e31',
    schema: text,
  },
  'X-Total-Count': {
    description: 'Number of entries on all pages.',
    example: 42,
    schema: number,
  },
  'Idempotent-Replayed': {
    description:
      '`true` if this is the stored answer to an earlier request with this `Idempotency-Key`.',
    example: 'true',
    schema: text,
  },
  Warning: {
    description:
      'Ignored fields and parameters that look misspelt: `299 galley "…"`, a sentence for ' +
      'each.',
    example: '299 galley "titel is not known here; did you mean title?"',
    schema: text,
  },
  'Set-Cookie': {
    description: 'Sets or deletes the session cookie.',
    example: 'galley_session=66f1c2b7d4b9e83f5a7c1e37.c2VjcmV0; HttpOnly; SameSite=Strict; Path=/',
    schema: text,
  },
  'Content-Disposition': {
    description: 'Name of the file.',
    example: 'attachment; filename="photo.jpg"',
    schema: text,
  },
  'Accept-Ranges': { description: 'Byte ranges are supported.', example: 'bytes', schema: text },
  'Content-Range': {
    description: 'The range of these bytes, and the size of the file.',
    example: 'bytes 0-1023/4096',
    schema: text,
  },
} as const satisfies Readonly<Record<string, HeaderText>>

export type ReplyHeader = keyof typeof REPLY_HEADERS
