/** `qa_YYYYMMDD_HHMMSS`, with `.` and six digits when the time has a fraction. Sorts by time only through `compareQaIds`. */
export type QaId = `qa_${string}`;
