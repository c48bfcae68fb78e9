/** Writes a complete `curl` command for an operation. */

import type { Json } from '../openapi/schemas.js'
import { asObject, exampleOf, listOf, type Operation } from './parts.js'

/**
 * A command for a shell, with `KEY` and `SECRET` as variables.
 *
 * @param url public URL of the API
 */
export function callExample({ method, path, about }: Operation, url: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleFor(about, name))
  const words = ['curl', ...credentialsOf(about), ...flagsOf(about), ...methodOf(method)]
  const call = [...words, inShell(`${url}${filled}${queryOf(about)}`)].join(' ')
  return [call, ...bodyOf(asObject(about['requestBody']))].join(' \\\n  ')
}

function methodOf(method: string): string[] {
  return method === 'get' ? [] : [`-X ${method.toUpperCase()}`]
}

function credentialsOf(about: Json): string[] {
  const ways = listOf(about['security']).flatMap((way) => Object.keys(way))
  if (ways.includes('apiKey')) return ['-u "$KEY:$SECRET"']
  if (ways.includes('password')) return [`-u 'ada@example.org:PASSWORD'`]
  return ways.includes('session') ? ['-b "$COOKIE" -H "X-CSRF-Token: $CSRF_TOKEN"'] : []
}

/** For a stream, output is not buffered. */
function flagsOf(about: Json): string[] {
  const [reply] = Object.values(asObject(about['responses']))
  const types = Object.keys(asObject(asObject(reply)['content']))
  return types.includes('text/event-stream') ? ['-N'] : []
}

/** The required parameters. */
function queryOf(about: Json): string {
  const needed = parametersOf(about, 'query').filter(({ required }) => required === true)
  const pairs = needed.map(
    ({ name, example }) => `${String(name)}=${encodeURIComponent(String(example))}`,
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function bodyOf(body: Json): string[] {
  const content = asObject(body['content'])
  const example = exampleOf(body)
  if (example !== undefined) {
    return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example))}`]
  }
  const form = asObject(asObject(content['multipart/form-data'])['schema'])
  return [form['required']]
    .flat()
    .flatMap((name) => (typeof name === 'string' ? [`-F ${name}=@FILE`] : []))
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
