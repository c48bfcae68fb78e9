/** Renders one operation of the OpenAPI document as a section of a page. */

import type { Json } from '../openapi/schemas.js'
import { curlExample, javascriptExample } from './call-example.js'
import { html, type Html } from './html.js'
import { blocks, code, inline } from './markdown.js'
import { asObject, exampleOf, listOf, resolved, type Operation } from './parts.js'
import { fieldTable, typeOf, type LinkTo } from './schema.js'

interface OperationContext {
  readonly document: Json
  /** Public URL of the API. */
  readonly url: string
  readonly link: LinkTo
  /** Link to the description of an error code. */
  readonly errorLink: LinkTo
}

/** All operations in the order of their paths in the document. */
export function operationsOf(document: Json): Operation[] {
  return Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
    Object.entries(asObject(item)).map(([method, about]) => {
      const operation = asObject(about)
      return { id: String(operation['operationId']), method, path, about: operation }
    }),
  )
}

/** The group of an operation. */
export function tagOf({ about }: Operation): string {
  return String([about['tags']].flat()[0])
}

/** The section, with the operation's id as its anchor. */
export function operationSection(operation: Operation, context: OperationContext): Html {
  const { id, method, path, about } = operation
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">
      ${String(about['summary'])} <a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a>
    </h2>
    <p class="line"><b class="method">${method.toUpperCase()}</b> <code>${path}</code></p>
    ${blocks(String(about['description']))}
    <p class="facts">By name: <code>${id}</code>. ${credentials(about)}</p>
    <h3>Example</h3>
    ${code(curlExample(operation, context.url), 'shell')}
    <details>
      <summary>In JavaScript<span class="hidden">: ${id}</span></summary>
      ${code(javascriptExample(operation, context.url), 'javascript')}
    </details>
    ${answerPart(operation, context)} ${parameterTable(about, context)} ${bodyPart(about, context)}
    ${replyTable(about, context)}
  </section>`
}

function credentials(about: Json): Html {
  const ways = listOf(about['security']).map((way) => Object.keys(way)[0] ?? 'nothing')
  if (ways.length === 0) return html`Needs no credentials.`
  const words = {
    apiKey: 'a key pair',
    session: 'a session',
    password: 'e-mail address and password',
  }
  const told = ways.map((way) => (Object.hasOwn(words, way) ? words[asWay(way)] : 'loopback'))
  return html`Needs ${told.join(' or ')}.`
}

function asWay(way: string): 'apiKey' | 'session' | 'password' {
  return way === 'session' || way === 'password' ? way : 'apiKey'
}

function parameterTable(about: Json, { link }: OperationContext): Html | null {
  const parameters = listOf(about['parameters'])
  if (parameters.length === 0) return null
  const rows = parameters.map(
    (one) =>
      html`<tr>
        <th scope="row">
          <code>${String(one['name'])}</code
          >${one['required'] === true ? null : html` <i>optional</i>`}
        </th>
        <td>${String(one['in'])}</td>
        <td>${typeOf(asObject(one['schema']), link)}</td>
        <td>
          ${inline(String(one['description']))}
          <code class="example">${String(one['example'])}</code>
        </td>
      </tr>`,
  )
  return html`<h3>Parameters</h3>
    ${table('Parameters', ['Name', 'In', 'Type', 'What it is, and an example'], rows)}`
}

function bodyPart(about: Json, context: OperationContext): Html | null {
  const content = Object.entries(asObject(asObject(about['requestBody'])['content']))
  if (content.length === 0) return null
  const parts = content.map(([type, media]) => {
    const schema = asObject(asObject(media)['schema'])
    return html`<p><code>${type}</code>: ${typeOf(schema, context.link)}</p>
      ${fieldTable(resolved(schema, context.document), context.link)}`
  })
  return html`<h3>Body</h3>
    ${parts}`
}

/** The example answer, if it is JSON. */
function answerPart({ id, about }: Operation, { document }: OperationContext): Html | null {
  const [status, reply] = Object.entries(asObject(about['responses']))[0] ?? []
  const answer = exampleOf(resolved(asObject(reply), document))
  if (answer === undefined) return null
  return html`<details>
    <summary>Answer ${status ?? ''}<span class="hidden"> of ${id}</span></summary>
    ${code(JSON.stringify(answer, null, 2), 'json')}
  </details>`
}

function replyTable(about: Json, context: OperationContext): Html {
  const { document } = context
  const rows = Object.entries(asObject(about['responses'])).map(([status, response]) => {
    const reply = resolved(asObject(response), document)
    const content = Object.entries(asObject(reply['content']))
    const types = content.map(
      ([type, media]) =>
        html`<div><code>${type}</code> ${replyType(asObject(media), context)}</div>`,
    )
    return html`<tr>
      <th scope="row">${status}</th>
      <td>${inline(String(reply['description']))}</td>
      <td>${types}</td>
    </tr>`
  })
  return html`<h3>Answers</h3>
    ${table('Answers', ['Status', 'When', 'Body'], rows)}`
}

/** The possible codes of an error; for other answers, the type. */
function replyType(media: Json, { link, errorLink }: OperationContext): Html {
  const schema = asObject(media['schema'])
  const narrowed = asObject(listOf(schema['allOf'])[1]?.['properties'])
  const words = asObject(narrowed['error'])['enum']
  if (!Array.isArray(words)) return media['schema'] === undefined ? html`` : typeOf(schema, link)
  return html`${words
    .map(String)
    .map((word) => html`<a href="${errorLink(word)}"><code>${word}</code></a> `)}`
}

function table(label: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="wide" tabindex="0" role="group" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}
