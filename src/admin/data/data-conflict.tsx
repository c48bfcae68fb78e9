/** The window that resolves a conflict about a data file, like that of a text. */

import { useMemo, useState } from 'react'
import { ConflictText } from '../editor/conflict/conflict-text.js'
import { mergeParagraphs } from '../editor/conflict/merge-text.js'
import { d } from '../text/data-texts.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { saveText, type DataConflict as Conflict } from './data-api.js'
import type { DataFile } from './data-value.js'

interface ConflictProps {
  readonly siteId: string
  readonly name: string
  readonly conflict: Conflict | null
  readonly onClose: () => void
  readonly onSaved: (file: DataFile) => void
}

export function DataConflict({ conflict, ...shared }: ConflictProps) {
  return (
    <Window title={d('conflict')} isOpen={conflict !== null} onClose={shared.onClose} isWide>
      {conflict && <ConflictForm {...shared} conflict={conflict} />}
    </Window>
  )
}

function ConflictForm(props: ConflictProps & { readonly conflict: Conflict }) {
  const { siteId, name, conflict, onClose, onSaved } = props
  const pieces = useMemo(() => mergeParagraphs(conflict), [conflict])
  const [texts, setTexts] = useState<readonly (string | undefined)[]>([])
  const { isBusy, error, send } = useSending(async () => {
    const whole = pieces.map((piece, index) => {
      return texts[index] ?? (piece.kind === 'merged' ? piece.text : piece.mine)
    })
    onSaved(await saveText({ siteId, name, sha: conflict.sha }, whole.join(''), false))
  })
  return (
    <>
      <p className="soft">{d('conflict.text')}</p>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <ConflictText
        pieces={pieces}
        texts={texts}
        onText={(index, text) => setTexts(pieces.map((_, at) => (at === index ? text : texts[at])))}
      />
      <div className="row-end">
        <Button onPress={onClose}>{t('conflict.later')}</Button>
        <Button look="primary" busy={isBusy} onPress={() => void send()}>
          {t('conflict.save')}
        </Button>
      </div>
    </>
  )
}
