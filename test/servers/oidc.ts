/** A real OpenID Connect provider on loopback, which can be made to answer wrongly, and somebody who signs in there. */

import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Claims = Readonly<Record<string, unknown>>

/** The part of the package that is used here; it has no types. */
interface Provider {
  proxy: boolean
  use(middleware: (ctx: Context, next: () => Promise<unknown>) => Promise<void>): void
  callback(): RequestListener
}
interface Context {
  readonly path: string
  status: number
  body: unknown
  readonly oidc: {
    readonly client: { readonly clientId: string }
    readonly session: { readonly accountId: string }
    readonly provider: { readonly Grant: new (of: object) => Grant }
  }
}
interface Grant {
  addOIDCScope(scope: string): void
  save(): Promise<string>
}

export const CLIENT = { oidcClientId: 'galley', oidcClientSecret: 'the secret of this client' }

export interface OidcProvider {
  readonly issuer: string
  /** Settings of a server that signs people in here. */
  readonly settings: Readonly<Record<string, string>>
  /** What is known of people, by their subject, which is also how they sign in. */
  readonly people: Map<string, Claims>
  /** Lets the browser come back to this server. */
  serve(galley: string): Promise<void>
  /** Changes bodies before they are sent: by path, such as `/token`. */
  readonly changed: Map<string, (body: Record<string, unknown>) => unknown>
  /** An ID token with these claims, signed with the key of the provider or, if wanted, with another one. */
  signed(claims: Claims, key?: KeyObject): string
  /** Answers everything with this status until it is null again. */
  failWith(status: number | null): void
  /** Paths that were asked for. */
  readonly asked: string[]
  close(): Promise<void>
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

/** A JWT of a provider (RFC 7519). */
function jwt(claims: Claims, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', kid: 'key', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

/** The claims of a JWT, unchecked. */
export function claimsOf(token: unknown): Record<string, unknown> {
  return JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString('utf8'))
}

/** @param host by which it is visited: `localhost` is another site than 127.0.0.1 to browsers */
export async function startOidcProvider(host = '127.0.0.1'): Promise<OidcProvider> {
  const key = newKey()
  const people = new Map<string, Claims>()
  const changed: OidcProvider['changed'] = new Map()
  const asked: string[] = []
  const held: { answer?: RequestListener; status: number | null } = { status: null }
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x').pathname)
    if (held.status === null && held.answer) held.answer(request, response)
    else response.writeHead(held.status ?? 503).end('out of order')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    settings: { oidcIssuer: issuer, oidcName: 'Example Login', ...CLIENT },
    people,
    changed,
    asked,
    signed: (claims, other = key) => jwt(claims, other),
    failWith: (status) => void (held.status = status),
    serve: async (galley) => {
      const provider = await makeProvider(issuer, { galley, key, people })
      provider.use(async (ctx, next) => {
        await next()
        const change = changed.get(ctx.path)
        if (change && ctx.status === 200) ctx.body = change(Object(ctx.body))
      })
      held.answer = provider.callback()
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Made {
  readonly galley: string
  readonly key: KeyObject
  readonly people: ReadonlyMap<string, Claims>
}

async function makeProvider(issuer: string, { galley, key, people }: Made): Promise<Provider> {
  const { default: Provider } = (await import('oidc-provider' as string)) as {
    default: new (issuer: string, configuration: object) => Provider
  }
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.oidcClientId,
        client_secret: CLIENT.oidcClientSecret,
        redirect_uris: [`${galley}/admin/signed-in`],
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' }] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'groups'],
    },
    findAccount: (_ctx: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
    // Nobody is asked whether Galley may know.
    loadExistingGrant: async ({ oidc }: Context) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}

/** Signs in at the provider as somebody, as a new browser does. Returns the query with which the browser is sent back. */
export async function answerAs(url: string, subject: string): Promise<string> {
  const cookies = new Map<string, string>()
  const visit = async (to: string, form?: Record<string, string>): Promise<Response> => {
    const header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(to, {
      redirect: 'manual',
      headers: { Cookie: header },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = answer.headers.get('Location')
    if (next === null) return answer
    await answer.arrayBuffer()
    const target = new URL(next, to)
    return target.pathname === '/admin/signed-in'
      ? new Response(target.search.slice(1))
      : visit(target.href)
  }
  const page = await visit(url)
  const text = await page.text()
  const action = /action="([^"]+)"/.exec(text)?.[1]
  if (action === undefined) return text
  return (await visit(action, { prompt: 'login', login: subject, password: 'x' })).text()
}
