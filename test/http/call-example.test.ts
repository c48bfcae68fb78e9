/** Examples of calls have what the operation needs, so that they run when they are pasted. */

import { expect } from 'chai'
import { curlExample, javascriptExample } from '../../src/http/docs/call-example.js'

const at = (method: string, path: string, about: Record<string, unknown>) =>
  curlExample({ id: 'one', method, path, about }, 'https://galley.test')

const KEY = [{ apiKey: [] }, { session: [] }]

describe('Examples of calls', () => {
  it('fill in the path, and name required parameters', () => {
    const parameters = [
      { name: 'id', in: 'path', required: true, example: '66f1' },
      { name: 'q', in: 'query', required: true, example: 'hello world' },
      { name: 'page', in: 'query', example: 2 },
    ]
    expect(at('get', '/v2/sites/{id}/search', { parameters, security: KEY })).to.equal(
      `curl -u "$KEY:$SECRET" 'https://galley.test/v2/sites/66f1/search?q=hello%20world'`,
    )
  })

  it('quote JSON for the shell', () => {
    const content = { 'application/json': { example: { title: "Ada's" } } }
    expect(at('post', '/v2/sites', { security: KEY, requestBody: { content } })).to.equal(
      `curl -u "$KEY:$SECRET" -X POST https://galley.test/v2/sites \\\n` +
        `  -H 'Content-Type: application/json' \\\n` +
        `  -d '{"title":"Ada'\\''s"}'`,
    )
  })

  it('send files as a form', () => {
    const schema = { required: ['file'], properties: { file: {}, path: {} } }
    const content = { 'multipart/form-data': { schema } }
    expect(at('put', '/v2/x', { security: KEY, requestBody: { content } })).to.equal(
      `curl -u "$KEY:$SECRET" -X PUT https://galley.test/v2/x \\\n  -F file=@FILE`,
    )
  })

  it('show a stream as it comes', () => {
    const responses = { 200: { content: { 'text/event-stream': {} } } }
    expect(at('get', '/v2/jobs/1', { security: KEY, responses })).to.equal(
      'curl -u "$KEY:$SECRET" -N https://galley.test/v2/jobs/1',
    )
  })

  it('send the credentials that the operation needs', () => {
    const asked = (security: unknown) => at('get', '/x', { security })
    expect(asked([{ password: [] }])).to.equal(
      `curl -u 'ada@example.org:PASSWORD' https://galley.test/x`,
    )
    expect(asked([{ session: [] }])).to.include('-b "$COOKIE"')
    expect(asked([])).to.equal('curl https://galley.test/x')
  })

  it('are written for programs, too', () => {
    const body = { content: { 'application/json': { example: { title: "Ada's" } } } }
    const responses = { 201: { content: { 'application/json': {} } } }
    const about = { security: KEY, requestBody: body, responses }
    const operation = { id: 'one', method: 'post', path: '/v2/sites', about }
    expect(javascriptExample(operation, 'https://galley.test')).to.equal(
      [
        "const answer = await fetch('https://galley.test/v2/sites', {",
        "  method: 'POST',",
        "  headers: { Authorization: `Basic ${btoa(`${KEY}:${SECRET}`)}`, 'Content-Type': 'application/json' },",
        '  body: JSON.stringify({',
        '    "title": "Ada\'s"',
        '  }),',
        '})',
        'console.log(await answer.json())',
      ].join('\n'),
    )
  })
})
