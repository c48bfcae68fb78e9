/** Notices about unsaved text: that it is back, was discarded, or has changed on another device as well. */

import { useState } from 'react'
import { agoText, t } from '../../text/text.js'
import { Button } from '../../ui/button.js'
import { Confirm, Window } from '../../ui/dialog.js'
import { Notice } from '../../ui/notice.js'
import { Differences } from '../differences.js'
import type { Editor } from '../use-editor.js'
import { draftText } from './draft-texts.js'

export function DraftNotices({ editor }: { readonly editor: Editor }) {
  const { restoredAt, givenUp, other } = editor
  return (
    <>
      {restoredAt !== null && <Restored editor={editor} at={restoredAt} />}
      {givenUp !== null && (
        <Notice tone="plain">
          <span className="row">
            <span className="grow">{draftText('given-up')}</span>
            <Button onPress={editor.undo}>{draftText('undo')}</Button>
          </span>
        </Notice>
      )}
      {other !== null && <Other editor={editor} other={other} />}
    </>
  )
}

function Restored({ editor, at }: { readonly editor: Editor; readonly at: number }) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const discard = async () => {
    setBusy(true)
    await editor.discard()
    setBusy(false)
    setAsking(false)
  }
  return (
    <Notice tone="warn">
      <span className="row">
        <span className="grow">
          {t('editor.restored', { ago: agoText(new Date(at).toISOString()) })}
        </span>
        <Button onPress={() => setAsking(true)}>{t('editor.discard')}</Button>
      </span>
      <Confirm
        title={draftText('discard.title')}
        action={t('editor.discard')}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void discard()}
      >
        {draftText('discard.text')}
      </Confirm>
    </Notice>
  )
}

interface OtherProps {
  readonly editor: Editor
  readonly other: NonNullable<Editor['other']>
}

function Other({ editor, other }: OtherProps) {
  const [isLooking, setLooking] = useState(false)
  const choose = (which: 'here' | 'there') => () => {
    setLooking(false)
    editor.settle(which)
  }
  return (
    <Notice tone="warn">
      <span className="row">
        <span className="grow">{draftText('other')}</span>
        <Button onPress={() => setLooking(true)}>{draftText('other.look')}</Button>
      </span>
      <Window
        title={draftText('other.title')}
        isOpen={isLooking}
        isWide
        onClose={() => setLooking(false)}
      >
        <p className="soft">{draftText('other.text')}</p>
        <Differences before={editor.form} after={other.content.form} />
        <div className="row-end">
          <Button onPress={() => setLooking(false)}>{t('cancel')}</Button>
          <Button onPress={choose('there')}>{draftText('other.there')}</Button>
          <Button look="primary" onPress={choose('here')}>
            {draftText('other.here')}
          </Button>
        </div>
      </Window>
    </Notice>
  )
}
