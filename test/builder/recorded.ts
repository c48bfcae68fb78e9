/**
 * What the sites of tests are built as that have no Gemfile: the release from which most expected outputs were recorded, with
 * none of the settings and plugins of GitHub Pages.
 */
export const AS_RECORDED = { withoutGemfile: '4.3' } as const
