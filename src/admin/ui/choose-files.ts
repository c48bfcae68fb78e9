/** The file chooser of the browser. */

interface Choice {
  /** Endings or media types, such as `.png` or `image/*`; without it, any file. */
  readonly accept?: string
  readonly isMultiple?: boolean
}

/** Kept so that the browser does not drop it while the chooser is open: it is not in the page. */
const open: { input: HTMLInputElement | null } = { input: null }

/**
 * Opens the file chooser; must be called by something that the user has pressed. The choice arrives even if that has
 * left the page meanwhile.
 *
 * @param onChoice called with one file or more
 */
export function chooseFiles(
  { accept, isMultiple = false }: Choice,
  onChoice: (files: readonly File[]) => void,
): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = isMultiple
  if (accept !== undefined) input.accept = accept
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    if (files.length > 0) onChoice(files)
  })
  open.input = input
  input.click()
}
