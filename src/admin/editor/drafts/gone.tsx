/** Unsaved text of a document that was deleted: one can go on with it in a new document. */

import { useState } from 'react'
import { ApiError } from '../../api/client.js'
import { navigate } from '../../app/router.js'
import { t } from '../../text/text.js'
import { Button } from '../../ui/button.js'
import { Notice } from '../../ui/notice.js'
import type { Form } from '../form.js'
import { isDirty, keepAsNew, type Draft } from '../memory.js'
import { collectionOf, type Place } from '../place.js'
import type { Editor } from '../use-editor.js'
import { dropDraft } from './drafts.js'
import type { TakenSlot } from './slot.js'

/** True if the error says that the document is gone. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Above the text in the editor. */
export function GoneNotice({ place, editor }: { place: Place; editor: Editor }) {
  const collection = collectionOf(place, editor.entry)
  return (
    <Notice tone="warn">
      <span className="row">
        <span className="grow">{t('gone')}</span>
        <GoOn place={{ ...place, collection }} form={editor.form} forget={editor.forget} />
      </span>
    </Notice>
  )
}

interface UnsavedProps {
  readonly place: Place
  readonly taken: TakenSlot<Draft> | null
}

/** Where the document was to be opened. Shows nothing if there is no unsaved text. */
export function UnsavedNotice({ place, taken }: UnsavedProps) {
  if (!taken?.draft || !isDirty(taken.draft)) return null
  const { draft, slot } = taken
  const collection = place.type === 'page' ? null : (draft.collection ?? 'posts')
  return (
    <Notice tone="warn">
      <span className="row">
        <span className="grow">{t('gone.unsaved')}</span>
        <GoOn
          place={{ ...place, collection }}
          form={draft.form}
          forget={() => dropDraft(slot.key)}
        />
      </span>
    </Notice>
  )
}

interface GoOnProps {
  readonly place: Place
  readonly form: Form
  readonly forget: () => Promise<void>
}

function GoOn({ place, form, forget }: GoOnProps) {
  const [isBusy, setBusy] = useState(false)
  const goOn = async () => {
    setBusy(true)
    await keepAsNew(place, form)
    await forget()
    const { siteId, collection } = place
    const list = collection === null ? 'pages' : `c/${encodeURIComponent(collection)}`
    navigate(`/sites/${siteId}/${list}/new`, { replace: true })
  }
  return (
    <Button busy={isBusy} onPress={() => void goOn()}>
      {t('gone.go-on')}
    </Button>
  )
}
