/** Says that source which was not saved is here again, or that this browser keeps none. */

import { agoText, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Notice } from '../ui/notice.js'
import type { KeptSource } from './source-draft.js'

export function SourceRestored({ kept, isDirty }: { kept: KeptSource; isDirty: boolean }) {
  const { draft, isKept, discard } = kept
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
