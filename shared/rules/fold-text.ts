/** Apostrophes of every kind, with the letters of many scripts that look and are typed like them. */
const apostrophes = /['’‘‛`´′＇\u02b9-\u02bf\u02c8\u02ca\u02cb\u05f3\u05f4]/g

/** Letters that Unicode does not take apart, as they are typed on a keyboard that lacks them. */
const spelledOut: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n', ə: 'a' },
  // The two forms of the Greek sigma, and the Arabic letters that names are written with in more than one way.
  ...{ ς: 'σ', ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه', ـ: '' },
}
const spelledOutLetters = new RegExp(`[${Object.keys(spelledOut).join('')}]`, 'g')

/**
 * Removes what does not count when texts are compared: marks over and under letters, apostrophes, invisible characters, case, and
 * the blanks at both ends. So `jose` finds `José`, and `obrien` finds `O’Brien`.
 */
export const foldText = (text: string): string =>
  text
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(spelledOutLetters, (letter) => spelledOut[letter] ?? letter)
    .trim()

/** Splits a name at its apostrophes: `O’Brien` has `O` and `Brien`. */
export const partsBetweenApostrophes = (text: string): string[] => text.split(apostrophes)

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** Spells umlauts with two letters, as people do who cannot type them: `Müller` becomes `mueller`. */
export const spellUmlauts = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => umlauts[letter] ?? letter)
