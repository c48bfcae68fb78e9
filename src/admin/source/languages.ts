/** How a file of the source is coloured, by its name. */

import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { yaml, yamlFrontmatter } from '@codemirror/lang-yaml'
import type { Extension } from '@codemirror/state'
import { templateLanguage } from './template-language.js'

const TEMPLATES: Readonly<Record<string, 'html' | 'css' | 'script'>> = {
  css: 'css',
  htm: 'html',
  html: 'html',
  js: 'script',
  json: 'script',
  liquid: 'html',
  mjs: 'script',
  sass: 'css',
  scss: 'css',
  svg: 'html',
  xml: 'html',
}

/** Nothing for what is only text. */
export function languageOf(name: string): Extension {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (ending === 'yml' || ending === 'yaml') return yaml()
  if (ending === 'md' || ending === 'markdown') {
    return yamlFrontmatter({ content: markdown({ base: markdownLanguage }) })
  }
  const kind = TEMPLATES[ending]
  return kind === undefined ? [] : templateLanguage(kind)
}
