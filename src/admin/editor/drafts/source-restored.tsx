/** Notices about drafts of source files: unsaved text was restored, or this browser stores none. */

import { agoText, t } from '../../text/text.js'
import { Button } from '../../ui/button.js'
import { Notice } from '../../ui/notice.js'
import type { SourceDraftStore, SourceDraft } from './source-draft.js'

interface RestoredProps {
  readonly kept: SourceDraftStore
  /** The restored draft, if there was one. */
  readonly draft: SourceDraft | null
  readonly isDirty: boolean
}

export function SourceRestored({ kept, draft, isDirty }: RestoredProps) {
  const { isKept, discard } = kept
  return (
    <>
      {draft && isDirty && (
        <Notice tone="warn">
          <span className="grow">
            {t('editor.restored', { ago: agoText(new Date(draft.at).toISOString()) })}
          </span>
          <Button onPress={discard}>{t('editor.discard')}</Button>
        </Notice>
      )}
      {!isKept && <Notice tone="warn">{t('editor.not-kept')}</Notice>}
    </>
  )
}
