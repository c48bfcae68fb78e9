/** Says that a source file was saved, and what is wrong with it. */

import type { Schemas } from '../api/client.js'
import { t } from '../text/text.js'
import { showToast } from '../ui/toast.js'

export function showSaved({ front_matter_error: broken }: Schemas['SourceFile']): void {
  if (!broken) showToast('good', t('saved'))
  else {
    const { line, reason } = broken
    showToast('bad', `${t('saved')}. ${t('editor.broken', { line, reason })}`)
  }
}
