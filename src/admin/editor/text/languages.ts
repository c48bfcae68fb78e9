/** Syntax highlighting by file name. */

import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { yaml, yamlFrontmatter } from '@codemirror/lang-yaml'
import type { Language, LanguageSupport } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { endingOf, formatOf } from './format.js'
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
  xhtml: 'html',
  xml: 'html',
}

/** The language of a body without front matter; none for plain text. */
export function languageOf(name: string): Extension {
  return findLanguage(name) ?? []
}

/** The language of a whole file, which may begin with front matter. */
export function fileLanguageOf(name: string): Extension {
  const content = findLanguage(name)
  if (content === null) return []
  return YAML.includes(endingOf(name)) ? content : yamlFrontmatter({ content })
}

const YAML: readonly string[] = ['yml', 'yaml']

function findLanguage(name: string): Language | LanguageSupport | null {
  const ending = endingOf(name)
  if (YAML.includes(ending)) return yaml()
  if (formatOf(name) === 'markdown') return markdown({ base: markdownLanguage })
  const kind = TEMPLATES[ending]
  return kind === undefined ? null : templateLanguage(kind)
}
