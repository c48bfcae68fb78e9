/** The declarations of a style attribute, which was renamed so that the browser does not apply it. */
export function stylesOf(element: Element): ReadonlyMap<string, string> {
  const declarations = (element.getAttribute('data-style') ?? '').toLowerCase().split(';')
  return new Map(
    declarations.map((text) => {
      const [name = '', ...value] = text.split(':')
      return [name.trim(), value.join(':').trim()] as const
    }),
  )
}
