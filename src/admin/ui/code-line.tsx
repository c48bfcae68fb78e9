/** A text to copy. */

import { t } from '../text/text.js'
import { IconButton } from './button.js'
import { showToast } from './toast.js'

interface CodeLineProps {
  readonly label: string
  /** Label of the copy button. */
  readonly copy: string
  readonly text: string
}

/** A value to be pasted elsewhere, with a copy button. */
export function CodeLine({ label, copy, text }: CodeLineProps) {
  const take = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast('good', t('copied'))
    } catch {
      showToast('bad', t('copy-failed'))
    }
  }
  return (
    <div className="stack-small">
      <span className="label">{label}</span>
      <div className="code-line">
        <code dir="ltr">{text}</code>
        <IconButton icon="copy" label={copy} onPress={() => void take()} />
      </div>
    </div>
  )
}
