/** Writes the complete call of an operation: for a shell, and for a program in JavaScript. */

import type { Json } from '../openapi/schemas.js'
import { asObject, exampleOf, listOf, type Operation } from './parts.js'

/**
 * A command for a shell, with `KEY` and `SECRET` as variables.
 *
 * @param url public URL of the API
 */
export function curlExample(operation: Operation, url: string): string {
  const { method, about } = operation
  const words = ['curl', ...CURL[credentialsOf(about)], ...(isStream(about) ? ['-N'] : [])]
  const call = [...words, ...curlMethod(method), inShell(addressOf(operation, url))].join(' ')
  return [call, ...curlBody(asObject(about['requestBody']))].join(' \\\n  ')
}

/**
 * A call of `fetch`, for Node and browsers, with `KEY` and `SECRET` as variables.
 *
 * @param url public URL of the API
 */
export function javascriptExample(operation: Operation, url: string): string {
  const { method, about } = operation
  const body = asObject(about['requestBody'])
  const example = exampleOf(body)
  const files = example === undefined ? fileParts(body) : []
  const headers = [
    ...JAVASCRIPT[credentialsOf(about)],
    ...(example === undefined ? [] : [`'Content-Type': 'application/json'`]),
  ]
  const options = [
    ...(method === 'get' ? [] : [`method: '${method.toUpperCase()}'`]),
    ...(credentialsOf(about) === 'session' ? [`credentials: 'include'`] : []),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(example === undefined ? [] : [`body: JSON.stringify(${indented(example)})`]),
    ...(files.length === 0 ? [] : ['body: form']),
  ]
  const form = files.map(([name, file]) => `form.append('${name}', file, '${file}')`)
  const address = JSON.stringify(addressOf(operation, url)).replaceAll("'", "\\'").slice(1, -1)
  return [
    ...(form.length === 0 ? [] : ['const form = new FormData()', ...form]),
    options.length === 0
      ? `const answer = await fetch('${address}')`
      : `const answer = await fetch('${address}', {\n${options.map((one) => `  ${one},\n`).join('')}})`,
    readingOf(about),
  ].join('\n')
}

type Credentials = 'key' | 'password' | 'session' | 'none'

function credentialsOf(about: Json): Credentials {
  const ways = listOf(about['security']).flatMap((way) => Object.keys(way))
  if (ways.includes('apiKey')) return 'key'
  if (ways.includes('password')) return 'password'
  return ways.includes('session') ? 'session' : 'none'
}

const CURL: Readonly<Record<Credentials, readonly string[]>> = {
  key: ['-u "$KEY:$SECRET"'],
  password: [`-u 'ada@example.org:PASSWORD'`],
  session: ['-b "$COOKIE" -H "X-CSRF-Token: $CSRF_TOKEN"'],
  none: [],
}

const JAVASCRIPT: Readonly<Record<Credentials, readonly string[]>> = {
  key: ['Authorization: `Basic ${btoa(`${KEY}:${SECRET}`)}`'],
  password: ['Authorization: `Basic ${btoa(`ada@example.org:${PASSWORD}`)}`'],
  session: [`'X-CSRF-Token': CSRF_TOKEN`],
  none: [],
}

function curlMethod(method: string): string[] {
  return method === 'get' ? [] : [`-X ${method.toUpperCase()}`]
}

/** The media types of the first answer. */
function answerTypes(about: Json): string[] {
  const [reply] = Object.values(asObject(about['responses']))
  return Object.keys(asObject(asObject(reply)['content']))
}

/** For a stream, output is not buffered. */
function isStream(about: Json): boolean {
  return answerTypes(about).includes('text/event-stream')
}

function readingOf(about: Json): string {
  const types = answerTypes(about)
  if (isStream(about)) {
    return 'const texts = answer.body.pipeThrough(new TextDecoderStream())\nfor await (const text of texts) console.log(text)'
  }
  if (types.includes('application/json')) return 'console.log(await answer.json())'
  if (types.some((type) => type.startsWith('text/'))) return 'console.log(await answer.text())'
  return types.length === 0 ? 'console.log(answer.status)' : 'const file = await answer.blob()'
}

/** The URL with the examples of the path's and the required parameters. */
function addressOf({ path, about }: Operation, url: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleFor(about, name))
  const needed = parametersOf(about, 'query').filter(({ required }) => required === true)
  const pairs = needed.map(
    ({ name, example }) => `${String(name)}=${encodeURIComponent(String(example))}`,
  )
  return `${url}${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
}

function curlBody(body: Json): string[] {
  const example = exampleOf(body)
  if (example !== undefined) {
    return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example))}`]
  }
  return fileParts(body).map(([name, file]) => `-F ${name}=@${file}`)
}

/** The files in a form: the name of the part, and that of an example. */
function fileParts(body: Json): (readonly [string, string])[] {
  const form = asObject(asObject(asObject(body['content'])['multipart/form-data'])['schema'])
  const names = [form['required']].flat().filter((name) => typeof name === 'string')
  const properties = asObject(form['properties'])
  return names.map((name) => {
    const { 'x-file-name': file } = asObject(properties[name])
    return [name, typeof file === 'string' ? file : 'FILE']
  })
}

function indented(example: unknown): string {
  return JSON.stringify(example, null, 2).replaceAll('\n', '\n  ')
}

function exampleFor(about: Json, name: string): string {
  const found = parametersOf(about, 'path').find((one) => one['name'] === name)
  return found === undefined ? name : String(found['example'])
}

function parametersOf(about: Json, place: string): Json[] {
  return listOf(about['parameters']).filter((one) => one['in'] === place)
}

/** Quotes a word if the shell needs it. */
function inShell(word: string): string {
  return /[^\w@%+=:,./-]/.test(word) ? quoted(word) : word
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
