/** The id of a booking's element on the booking page, to which the calendar links. */
export function ticketId(bookingId: string): string {
  return `booking-${bookingId}`;
}
