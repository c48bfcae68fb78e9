/** The text of a page, as an assistant reads it. */

import { expect } from 'chai'
import { textOfPage } from '../../../src/http/mcp/page-text.js'
import { assertScalesInTurns } from '../../growth.js'

describe('textOfPage', () => {
  for (const [html, text] of [
    ['<h1>A &amp; B</h1><p>One<br>two <b>bold</b></p>', 'A & B\nOne\ntwo bold'],
    ['<title>T</title><script>if (a < b) {}</script><STYLE>p {}</style>x', 'T\nx'],
    ['<SCRIPT>a</SCRIPT>b<script>never closed', 'b'],
    ['a <!-- <p>no</p> --> b<!-- open', 'a b'],
    ['1 < 2 and 3 > 2', '1 2 and 3 > 2'],
    [
      '&lt;b&gt; &#65;&#x42; &nbsp;&unknown; &#0; &#xD800; &#1114112;',
      '<b> AB &unknown; &#0; \ufffd &#1114112;',
    ],
    ['<p>unfinished <a href="x', 'unfinished'],
    ['', ''],
    ['<', ''],
  ] as const) {
    it(`of ${JSON.stringify(html)}`, async () => {
      expect(await textOfPage(html)).to.equal(text)
    })
  }

  for (const piece of ['<', '<p>', '<!--', '</script', '<script>', '&', ' \n', 'a<b '])
    it(`takes no longer for each of many ${JSON.stringify(piece)}`, () =>
      assertScalesInTurns(async (size) => textOfPage(piece.repeat(size)), 20_000))
})
