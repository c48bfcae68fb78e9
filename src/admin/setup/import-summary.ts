/** One sentence about the findings of an import. */

import type { Finding } from '../api/import.js'
import { t } from '../text/text.js'

interface Summary {
  readonly tone: 'good' | 'warn' | 'bad'
  readonly text: string
}

export function importSummary(findings: readonly Finding[]): Summary {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  if (errors > 0) return { tone: 'bad', text: t('import.has-errors', { count: errors }) }
  if (findings.length === 0) return { tone: 'good', text: t('import.good') }
  return { tone: 'warn', text: t('import.has-warnings', { count: findings.length }) }
}
