/**
 * Loads the font of the app, because text that is drawn without it moves when it arrives. Resolves also if it cannot be loaded: then
 * the page is shown in another font.
 */
export const loadFont = (): Promise<unknown> => document.fonts.load('1em Inter Variable').catch(() => undefined)
