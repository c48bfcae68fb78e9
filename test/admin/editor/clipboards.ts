/** What programs put on the clipboard as HTML, written by hand in their way, and the Markdown that is made of it. */

export interface Clipboard {
  readonly from: string
  readonly html: string
  readonly markdown: string
}

const word = (body: string) => `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"
xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/ada/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- /* Font Definitions */ @font-face {font-family:"Cambria Math";} p.MsoNormal {mso-style-parent:"";} --></style>
</head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->

${body}

<!--EndFragment-->
</body>
</html>`

const item = (place: string, [level, sign]: readonly [number, string], text: string) =>
  `<p class=MsoListParagraphCxSp${place} style='margin-left:${36 * level}.0pt;mso-add-space:auto;
text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

const docs = (body: string) =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5d1f0c6b-7fff-2a49">${body}</b><br class="Apple-interchange-newline">`

const run = (text: string, weight = 400, more = '') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:${weight};font-style:${more || 'normal'};font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;">${text}</span>`

const paragraph = (body: string) =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${body}</p>`

const docsItem = (level: number, body: string) =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;font-weight:400;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation">${body}</p></li>`

export const CLIPBOARDS: readonly Clipboard[] = [
  {
    from: 'Word: bold that is none, bold that is, empty paragraphs',
    html: word(`<h1>The harbour<o:p></o:p></h1>

<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Low water</b> is at <i
style='mso-bidi-font-style:normal'>noon</i>, and the boats
lie dry.<o:p></o:p></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

<p class=MsoNormal>Mind the <a href="https://example.org/tides">table of tides</a>.<o:p></o:p></p>`),
    markdown:
      '# The harbour\n\n**Low water** is at _noon_, and the boats lie dry.\n\nMind the [table of tides](https://example.org/tides).',
  },
  {
    from: 'Word: lists with levels',
    html: word(
      [
        '<p class=MsoNormal>Bring:<o:p></o:p></p>',
        item('First', [1, '·'], 'Rope'),
        item('Middle', [2, 'o'], 'Long'),
        item('Middle', [2, 'o'], '<b>Short</b>'),
        item('Last', [1, '·'], 'A lamp'),
        '<p class=MsoNormal>Then:<o:p></o:p></p>',
        item('First', [1, '1.'], 'Cast off'),
        item('Middle', [2, 'a.'], 'Bow'),
        item('Last', [1, '2.'], 'Sail'),
      ].join('\n\n'),
    ),
    markdown:
      'Bring:\n\n- Rope\n  - Long\n  - **Short**\n- A lamp\n\nThen:\n\n1. Cast off\n   1. Bow\n2. Sail',
  },
  {
    from: 'Word: footnotes',
    html: word(`<p class=MsoNormal>The pier is old.<a style='mso-footnote-id:ftn1' href="#_ftn1"
name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:
footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span>[1]</span></span><![endif]></span></span></a><o:p></o:p></p>

<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all>

<hr align=left size=1 width="33%">

<![endif]>

<div style='mso-element:footnote' id=ftn1>

<p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1"
name="_ftn1" title=""><span class=MsoFootnoteReference><span>[1]</span></span></a>
Built in <i>1893</i>.<o:p></o:p></p>

</div>

</div>`),
    markdown: 'The pier is old.[^1]\n\n[^1]: Built in _1893_.',
  },
  {
    from: 'Word: a picture on its own disk',
    html: word(
      `<p class=MsoNormal><b>See</b> <img width=602 height=401 src="file:///C:/Users/ada/clip_image002.jpg" v:shapes="Picture_x0020_1"> here.<o:p></o:p></p>`,
    ),
    markdown: '**See** here.',
  },
  {
    from: 'Google Docs: styles, stray breaks, redirects',
    html: docs(
      `<h2 dir="ltr" style="line-height:1.38;">${run('Tides')}</h2>` +
        paragraph(
          run('They are ') + run('high', 700) + run(' and ') + run('low', 400, 'italic') + run('.'),
        ) +
        '<br />' +
        paragraph(
          run('See ') +
            `<a href="https://www.google.com/url?q=https://example.org/a%3Fb%3Dc&amp;sa=D&amp;source=editors&amp;usg=AOvVaw0" style="text-decoration:none;"><span style="font-size:11pt;color:#1155cc;font-weight:400;text-decoration:underline;">the table</span></a>` +
            run('.'),
        ),
    ),
    markdown:
      '## Tides\n\nThey are **high** and _low_.\n\nSee [the table](https://example.org/a?b=c).',
  },
  {
    from: 'Google Docs: nested lists beside items',
    html: docs(
      `<ul style="margin-top:0;margin-bottom:0;">${docsItem(1, run('Rope'))}<ul>${docsItem(2, run('Long'))}<ul>${docsItem(3, run('Red'))}</ul></ul>${docsItem(1, run('A lamp'))}</ul>` +
        `<ol>${docsItem(1, run('Cast off'))}${docsItem(1, run('Sail', 700))}</ol>`,
    ),
    markdown: '- Rope\n  - Long\n    - Red\n- A lamp\n\n1. Cast off\n2. **Sail**',
  },
  {
    from: 'a web page: quotation, code, picture, scripts',
    html: `<meta charset='utf-8'><h2 style="box-sizing: border-box; font-weight: 600;"><a href="https://example.org/#tide">Tide</a></h2><blockquote style="margin: 0px"><p>It <strong>turns</strong>.<br>Always.</p></blockquote><pre><code class="language-sh">ebb --now
flow</code></pre><p><img src="https://example.org/a.png" alt="A boat"> and <a href="javascript:alert(1)">more</a></p><script>alert(1)</script><p style="display: none">Hidden</p>`,
    markdown:
      '## [Tide](https://example.org/#tide)\n\n> It **turns**.  \n> Always.\n\n```sh\nebb --now\nflow\n```\n\n![A boat](https://example.org/a.png) and more',
  },
  {
    from: 'a mail: lines as blocks, a signature in a layout table',
    html: `<div dir="ltr"><div>Dear <b>Ada</b>,</div><div><br></div><div>the boat is ready.</div><div><br></div><table role="presentation"><tr><td><img src="cid:logo@mail"></td><td>Harbour office</td></tr></table></div>`,
    markdown: 'Dear **Ada**,\n\nthe boat is ready.\n\nHarbour office',
  },
  {
    from: 'Excel: a sheet with numbers',
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {mso-number-format:Fixed;}--></style></head><body link="#0563C1">
<table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse: collapse;width:144pt'>
<!--StartFragment-->
 <col width=64 span=2 style='width:48pt'>
 <tr height=20 style='height:15.0pt'>
  <td height=20 width=64 style='height:15.0pt;width:48pt'>Day</td>
  <td width=64 style='width:48pt'>Height | m</td>
 </tr>
 <tr height=20>
  <td height=20>Monday</td>
  <td class=xl65 align=right>3.40</td>
 </tr>
 <tr height=20>
  <td height=20>Tuesday</td>
  <td class=xl65 align=right>3.55</td>
 </tr>
<!--EndFragment-->
</table>
</body></html>`,
    markdown: '| Day | Height \\| m |\n| --- | ---: |\n| Monday | 3.40 |\n| Tuesday | 3.55 |',
  },
  {
    from: 'Google Sheets: a sheet',
    html: `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" style="table-layout:fixed;"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;font-weight:bold;" data-sheets-value="{}">Boat</td><td style="font-weight:bold;">Crew</td></tr><tr><td>Anna</td><td style="text-align:right;" data-sheets-numberformat="{}">4</td></tr></tbody></table>`,
    markdown: '| Boat | Crew |\n| --- | ---: |\n| Anna | 4 |',
  },
]
