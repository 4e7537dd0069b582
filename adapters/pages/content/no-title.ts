/** Titles that programs give documents, and not people. */
export const noTitle =
  /^microsoft (?:word|powerpoint)\b|\.(?:docx?|pdf|indd|tex|dvi|pptx?|odt|rtf|qxd|fm)$|^(?:untitled|document|title|slide|layout)\W?\d*$/iu;
